import { describe, expect, it } from 'vitest';
import { CODES, codeId, codePromise, hasWeakFp64 } from '../../../../src/engine/sizing/hpc/codes.js';
import { scalingEfficiency } from '../../../../src/engine/sizing/hpc/scaling.js';
import { accelerator } from '../../../support/accelerator.js';

const nvlinkRdma = { isFastInside: true, hasRdma: true };

describe('strong scaling', () => {
  it('follows the code’s own exponent inside a server', () => {
    // AMBER 0.56 at 2 and 0.18 at 8: 8^-0.82 = 0.182
    expect(scalingEfficiency(CODES.amber ?? { scaling: 'poor' }, 8, 1, nvlinkRdma)).toBeCloseTo(0.182, 3);
    expect(scalingEfficiency({ scaling: 'medium' }, 8, 1, nvlinkRdma)).toBeCloseTo(8 ** -0.23, 9);
  });

  it('is worse over TCP than over RDMA, and over PCIe than over NVLink', () => {
    const tcp = scalingEfficiency({ scaling: 'medium' }, 8, 4, { isFastInside: true, hasRdma: false });
    const pcie = scalingEfficiency({ scaling: 'medium' }, 8, 4, { isFastInside: false, hasRdma: true });
    const best = scalingEfficiency({ scaling: 'medium' }, 8, 4, nvlinkRdma);
    expect(tcp).toBeLessThan(pcie);
    expect(pcie).toBeLessThan(best);
    expect(scalingEfficiency({ scaling: 'poor' }, 1, 1, nvlinkRdma)).toBe(1);
  });
});

describe('codes', () => {
  it('are found in any spelling', () => {
    expect(codeId('gromacs')).toBe('gromacs');
    expect(codeId('Fluid X3D')).toBe('fluidx3d');
    expect(codeId('M-Star CFD')).toBe('m-star');
    expect(codeId('nothing')).toBeNull();
  });

  it('count FP64 tensor cores for dense linear algebra only', () => {
    const a100 = accelerator({ id: 'a', fp64Tflops: 9.7, fp64TensorTflops: 19.5, memoryBandwidthGBps: 1555 });
    const { hpl, mfc } = CODES;
    if (hpl === undefined || mfc === undefined) throw new Error('codes');
    expect(codePromise(hpl)(a100, 'fp64')).toBeCloseTo(Math.log(19.5), 9);
    expect(codePromise(mfc)(a100, 'fp64')).toBeCloseTo(0.4 * Math.log(9.7) + 0.6 * Math.log(1555), 9);
  });

  it('know cards that are weak in double precision', () => {
    expect(hasWeakFp64(accelerator({ id: 'l40s', fp64Tflops: 1.43, fp32Tflops: 91.6 }))).toBe(true);
    expect(hasWeakFp64(accelerator({ id: 'v100', fp64Tflops: 7.8, fp32Tflops: 15.7 }))).toBe(false);
  });
});
