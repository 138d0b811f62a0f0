/** Names and addresses of the calls on a kind. */
import { Type } from 'typebox';
import { CATALOGUE_KINDS, type CatalogueKindName } from '../../../application/catalogue-kinds.js';

/** `list` + `instance-types` → `listInstanceTypes`; other verbs take the singular. */
export function nameOf(verb: 'list' | 'get' | 'put' | 'retire', kind: CatalogueKindName): string {
  const noun = verb === 'list' ? kind : CATALOGUE_KINDS[kind].singular;
  return verb + noun.replace(/(^|[- ])([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

const OwnParams = Type.Object({ id: Type.String({ maxLength: 200, description: 'Id of the entry.' }) });
const ProviderParams = Type.Object({
  provider: Type.String({ maxLength: 60, description: 'Provider id.' }),
  id: Type.String({ maxLength: 200, description: 'Id of the entry; percent-encode what an address cannot hold.' }),
});

export function entryAddress(kind: CatalogueKindName): {
  url: string;
  params: typeof OwnParams | typeof ProviderParams;
} {
  return CATALOGUE_KINDS[kind].isOfProvider
    ? { url: `/catalogue/${kind}/:provider/:id`, params: ProviderParams }
    : { url: `/catalogue/${kind}/:id`, params: OwnParams };
}

export function entryKey(params: unknown): string {
  const { provider, id } = params as { provider?: string; id: string };
  return provider === undefined ? id : `${provider}/${id}`;
}
