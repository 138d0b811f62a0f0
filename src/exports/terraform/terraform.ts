/** What the providers' Terraform files have in common: who may be exported, variables, names and labels. */
import { UNPUBLISHED_REGION_ID } from '../../engine/catalogue/snapshot.js';
import { type ServerGroup, serverGroups } from '../deployment.js';
import { type ExportFormat, type ExportSubject, type NotApplicable, planSlug, preamble } from '../export-format.js';
import { block, code, type HclBlock, type HclValue, hclFile } from '../hcl.js';

export const TERRAFORM_MEDIA_TYPE = 'text/x-terraform';
const CHECKED_BY = 'hcl2json (syntax) and hcl-tools (format); not by the provider, whose schema was not available';

/** One cloud's own resources. */
export interface TerraformDialect {
  /** Name in `required_providers`. */
  readonly name: string;
  readonly source: string;
  /** Oldest release that documents every argument written here. */
  readonly version: string;
  /** Ids in our catalogue. */
  readonly providers: readonly string[];
  /** What this dialect cannot say although the provider is its own. */
  readonly refuse?: (subject: ExportSubject) => NotApplicable | null;
  providerBlock(subject: ExportSubject): HclBlock;
  /** Servers as machines. */
  machines(subject: ExportSubject, group: MachineGroup): readonly HclBlock[];
  machineVariables(subject: ExportSubject): readonly Variable[];
  /** Servers as nodes of a managed cluster. */
  nodePool(subject: ExportSubject, group: MachineGroup, scale: Scale): readonly HclBlock[];
  nodePoolVariables(subject: ExportSubject): readonly Variable[];
}

export interface MachineGroup extends ServerGroup {
  /** Name of the Terraform resource. */
  readonly resource: string;
  /** Name of the machines. */
  readonly title: string;
  /** null = none was stated, and none is in the bill: the image or the cloud decides. */
  readonly systemDiskGiB: number | null;
  readonly dataDiskGiB: number;
}

/** Bounds of an elastic pool. */
export interface Scale {
  readonly least: number;
  readonly most: number;
}

export interface Variable {
  readonly name: string;
  readonly type: 'string' | 'list(string)';
  readonly description: string;
  readonly default?: HclValue;
}

export function labelsOf(subject: ExportSubject): Readonly<Record<string, string>> {
  const { quote, plan } = subject;
  return {
    'managed-by': 'cardwise',
    'cardwise-plan': plan.id,
    ...(quote === null ? {} : { 'cardwise-quote': quote.number.toLowerCase() }),
    ...(quote?.costCentre ? { 'cost-centre': quote.costCentre } : {}),
  };
}

/** Labels in the narrow alphabet that some clouds demand. */
export function narrowLabelsOf(subject: ExportSubject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(labelsOf(subject)).map(([key, value]) => [
      key,
      value
        .toLowerCase()
        .replaceAll(/[^a-z0-9_-]+/g, '-')
        .slice(0, 63),
    ]),
  );
}

/** The region; where the source names none for the type, the caller's to fill in. */
export function regionOf({ plan }: ExportSubject): HclValue {
  return plan.placement.region === UNPUBLISHED_REGION_ID ? code('var.region') : plan.placement.region;
}

function regionVariables({ plan }: ExportSubject): readonly Variable[] {
  return plan.placement.region === UNPUBLISHED_REGION_ID
    ? [text('region', 'Region that sells the type: the provider does not publish where.')]
    : [];
}

/** The zone of the plan, else the first that sells the type, else the caller's to fill in. */
export function zoneVariable(subject: ExportSubject, description: string): Variable {
  const zone = subject.plan.placement.zone ?? subject.hardware.zones[0];
  return { name: 'zone', type: 'string', description, ...(zone === undefined ? {} : { default: zone }) };
}

/** An argument that is left out where nothing was stated. */
export const ifStated = (name: string, value: HclValue | null): readonly [string, HclValue] | null =>
  value === null ? null : [name, value];

export const text = (name: string, description: string): Variable => ({ name, type: 'string', description });
export const list = (name: string, description: string): Variable => ({ name, type: 'list(string)', description });

function groupsOf(subject: ExportSubject): readonly MachineGroup[] {
  const storage = subject.request.storage;
  const slug = planSlug(subject);
  return serverGroups(subject).map((group) => ({
    ...group,
    resource: `gpu_${group.name.replaceAll('-', '_')}`,
    title: `${slug}-${group.name}`,
    systemDiskGiB: storage?.systemDiskGiB === undefined ? null : Math.ceil(storage.systemDiskGiB),
    dataDiskGiB: Math.ceil(storage?.dataDiskGiB ?? 0),
  }));
}

function variableBlock({ name, type, description, default: standard }: Variable): HclBlock {
  return block('variable', name, [
    ['type', code(type)],
    ['description', description],
    standard === undefined ? null : ['default', standard],
  ]);
}

/** What a bought commitment that is no property of a machine needs beside it. */
function commitmentNotes(groups: readonly MachineGroup[]): readonly string[] {
  return groups
    .filter(({ billingMode }) => billingMode === 'reserved' || billingMode === 'savings-plan')
    .map(
      ({ name, servers, termMonths, billingMode }) =>
        `Buy a ${billingMode === 'reserved' ? 'reservation' : 'savings plan'} of ${termMonths} months for the ${servers} server(s) of "${name}": it is a purchase of its own and no argument of a machine.`,
    );
}

/** A server has a system disk whether it was stated or not. */
function diskNotes(groups: readonly MachineGroup[]): readonly string[] {
  return groups.some(({ systemDiskGiB }) => systemDiskGiB === null)
    ? [
        'No system disk was stated (storage.systemDiskGiB), so none is priced: servers get the size of the image or of the cloud, which may be billed.',
      ]
    : [];
}

function header(subject: ExportSubject, dialect: TerraformDialect): readonly HclBlock[] {
  return [
    block('terraform', [
      ['required_version', '>= 1.5.0'],
      block('required_providers', [[dialect.name, { source: dialect.source, version: dialect.version }]]),
    ]),
    dialect.providerBlock(subject),
  ];
}

export function terraformFormats(dialects: readonly TerraformDialect[]): readonly ExportFormat[] {
  const dialectOf = ({ plan }: ExportSubject) =>
    dialects.find(({ providers }) => providers.includes(plan.placement.provider));
  const refuse = (subject: ExportSubject): NotApplicable | null => {
    const { provider } = subject.plan.placement;
    const dialect = dialectOf(subject);
    return dialect !== undefined
      ? (dialect.refuse?.(subject) ?? null)
      : {
          en: `No Terraform provider is written for ${provider}.`,
          zh: `尚未支持 ${provider} 的 Terraform 输出。`,
        };
  };
  const write = (subject: ExportSubject, kind: 'servers' | 'node-pool') => {
    const dialect = dialectOf(subject);
    if (dialect === undefined) throw new Error('not applicable');
    const groups = groupsOf(subject);
    const variables = kind === 'servers' ? dialect.machineVariables(subject) : dialect.nodePoolVariables(subject);
    const resources = groups.flatMap((group) =>
      kind === 'servers' ? dialect.machines(subject, group) : dialect.nodePool(subject, group, scaleOf(subject, group)),
    );
    const comments = [...preamble(subject, CHECKED_BY), ...commitmentNotes(groups), ...diskNotes(groups)];
    return {
      fileName: `${planSlug(subject)}-${kind}.tf`,
      mediaType: TERRAFORM_MEDIA_TYPE,
      text: hclFile(comments, [
        ...header(subject, dialect),
        ...[...regionVariables(subject), ...variables].map(variableBlock),
        ...resources,
      ]),
    };
  };
  return [
    {
      id: 'terraform',
      title: { en: 'Terraform: servers', zh: 'Terraform：服务器' },
      mediaType: TERRAFORM_MEDIA_TYPE,
      checkedBy: CHECKED_BY,
      refuse,
      write: (subject) => write(subject, 'servers'),
    },
    {
      id: 'terraform-node-pool',
      title: { en: 'Terraform: Kubernetes node pool', zh: 'Terraform：Kubernetes 节点池' },
      mediaType: TERRAFORM_MEDIA_TYPE,
      checkedBy: CHECKED_BY,
      refuse,
      write: (subject) => write(subject, 'node-pool'),
    },
  ];
}

/** Committed servers stay; flexible ones may go down to none where a load profile says that there are idle hours. */
function scaleOf({ request }: ExportSubject, { billingMode, servers }: MachineGroup): Scale {
  const isElastic = billingMode === 'on-demand' || billingMode === 'spot';
  const hasProfile = request.usage?.hourlyLoad !== undefined || request.usage?.loadShape !== undefined;
  return { least: isElastic && hasProfile ? 0 : servers, most: servers };
}
