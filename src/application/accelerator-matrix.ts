/** Which accelerators are offered where: one line a region. */
import type { SaleStatus } from '../engine/catalogue/provenance.js';
import { geographiesOf } from './geographies.js';
import type { CatalogueReader } from './ports.js';

export interface MatrixCell {
  readonly accelerator: string;
  readonly instanceTypes: number;
  /** The least restricted of the types. */
  readonly saleStatus: SaleStatus;
}

export interface MatrixRow {
  readonly provider: string;
  readonly region: string;
  readonly geography: string | null;
  readonly accelerators: readonly MatrixCell[];
}

export interface MatrixQuery {
  readonly provider?: string;
  readonly geography?: string;
  readonly retired: boolean;
}

export type AcceleratorMatrix = (query: MatrixQuery) => readonly MatrixRow[];

const OPENNESS: Readonly<Record<SaleStatus, number>> = {
  general: 5,
  unknown: 4,
  limited: 3,
  'invite-only': 2,
  legacy: 1,
  retired: 0,
};

export function acceleratorMatrix(reader: CatalogueReader): AcceleratorMatrix {
  return ({ provider, geography, retired }) => {
    const rows = new Map<string, { head: Omit<MatrixRow, 'accelerators'>; cells: Map<string, MatrixCell> }>();
    const { catalogue } = reader.current();
    const [wanted] = geography === undefined ? [] : geographiesOf(catalogue, [geography]);
    for (const offer of catalogue.offers) {
      const { type, region, saleStatus } = offer;
      if (type.accelerator === null || (!retired && saleStatus === 'retired')) continue;
      if (provider !== undefined && type.provider !== provider) continue;
      if (wanted !== undefined && region.geography !== wanted && region.continent !== wanted) continue;
      const key = `${type.provider}/${region.id}`;
      let row = rows.get(key);
      if (row === undefined) {
        row = { head: { provider: type.provider, region: region.id, geography: region.geography }, cells: new Map() };
        rows.set(key, row);
      }
      const cell = row.cells.get(type.accelerator);
      row.cells.set(type.accelerator, {
        accelerator: type.accelerator,
        instanceTypes: (cell?.instanceTypes ?? 0) + 1,
        saleStatus:
          cell !== undefined && OPENNESS[cell.saleStatus] >= OPENNESS[saleStatus] ? cell.saleStatus : saleStatus,
      });
    }
    return [...rows.entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { head, cells }]) => ({
        ...head,
        accelerators: [...cells.values()].sort((a, b) => (a.accelerator < b.accelerator ? -1 : 1)),
      }));
  };
}
