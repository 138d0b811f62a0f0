/** A price that moves far from the published one is held back until somebody has looked; a vanished digit moves it tenfold. */
import type { PriceCheck } from './price-check.js';

export const moved: PriceCheck = {
  code: 'price-moved-far',
  isOverridable: true,
  check({ row }, { published, limits }) {
    if (row.isComparable === false) return undefined;
    const before = published.same(row);
    if (before === undefined) return undefined;
    const [old, now] = [Number(before.price), Number(row.price)];
    const [oldFee, fee] = [Number(before.upfront ?? '0'), Number(row.upfront ?? '0')];
    const far = (from: number, to: number) => from > 0 && Math.abs(to - from) / from > limits.maxMoveRatio;
    if (!far(old, now) && !far(oldFee, fee)) return undefined;
    const isFee = !far(old, now);
    const from = isFee ? oldFee : old;
    const low = Number((from * Math.max(0, 1 - limits.maxMoveRatio)).toPrecision(12));
    const high = Number((from * (1 + limits.maxMoveRatio)).toPrecision(12));
    return {
      field: isFee ? 'upfront' : 'price',
      value: isFee ? (row.upfront ?? '') : row.price,
      expected: `${low} to ${high}`,
      facts: {
        before: isFee ? (before.upfront ?? '') : before.price,
        changeRatio: Number(((isFee ? fee : now) / from - 1).toPrecision(4)),
        maxMoveRatio: limits.maxMoveRatio,
      },
    };
  },
};
