/** Which servers of a list that says nothing of hardware are ours to price. */
import type { FeedSettings } from './feed.js';

/** Families with accelerators by the names that clouds give them; a new size of one is seen before the catalogue has it. */
const NAMES: readonly RegExp[] = [
  // AWS: cards and its own chips. https://aws.amazon.com/ec2/instance-types/#Accelerated_Computing
  /^(p|g|gr|inf|trn|dl)\d/,
  // Azure: the N series without the FPGA one.
  /^Standard_N(?!P)/i,
  // Alibaba Cloud: cards, slices of cards, bare metal and super clusters with cards.
  /^ecs\.(ebm|scc)?[svg]?gn/,
];

/** Types that the catalogue knows, and those of an accelerated family by name. */
export function acceleratedNames({ instanceTypes = [] }: FeedSettings): (sku: string) => boolean {
  const known = new Map(instanceTypes.map(({ id, accelerator }) => [id, accelerator !== null]));
  return (sku) => known.get(sku) ?? NAMES.some((name) => name.test(sku));
}
