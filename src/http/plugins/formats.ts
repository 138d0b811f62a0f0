/** String formats that schemas may name; each is a closed, linear check. */
import ajvFormats from 'ajv-formats';

const { get } = ajvFormats.default;

export const formats = {
  date: get('date'),
  'date-time': get('date-time'),
  uri: get('uri'),
  'uri-reference': get('uri-reference'),
  uuid: get('uuid'),
};
