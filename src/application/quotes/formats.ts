/** Formats in which a quote can be had, for the edge that offers them. */
export { EXPORT_FORMAT_IDS, EXPORT_FORMATS } from '../../exports/index.js';
