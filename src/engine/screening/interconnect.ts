import { finding } from '../finding.js';
import type { Screen } from './screen.js';

/** The server has RDMA; unknown is not a promise. */
export const RDMA_SCREEN: Screen = {
  code: 'rdma-missing',
  pointer: '/constraints/requireRdma',
  isAsked: (constraints) => constraints.requireRdma,
  passes: (_offer, shape, { constraints }) => !constraints.requireRdma || (shape?.rdmaGbps ?? 0) > 0,
  reason: (_offer, shape) => finding('rdma-missing', { rdmaGbps: shape?.rdmaGbps ?? null }),
};

/** The cards of the server are joined by NVLink; a single card has no need of it but no NVLink either. */
export const NVLINK_SCREEN: Screen = {
  code: 'nvlink-missing',
  pointer: '/constraints/requireNvlink',
  isAsked: (constraints) => constraints.requireNvlink,
  passes: (_offer, shape, { constraints }) =>
    !constraints.requireNvlink || shape?.interconnect === 'nvlink' || shape?.interconnect === 'nvswitch',
  reason: (_offer, shape) => finding('nvlink-missing', { interconnect: shape?.interconnect ?? null }),
};
