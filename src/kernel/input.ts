import { Type } from 'typebox';

const pattern = '^[0-9]{1,18}$';

/** An id in requests: digits, limited to fit PostgreSQL's bigint. */
export const Id = Type.String({ pattern, description: 'Digits' });

/** An id with its own description. */
export const idOf = (description: string) => Type.String({ pattern, description });

/** An id or an empty string. Use `idOrNone` for ids that apps also send as 0 or null. */
export const IdOrEmpty = Type.String({ pattern: '^[0-9]{0,18}$', default: '' });

/** An id in a query of apps that build it from an empty variable: `0`, `null` and `undefined` are no id. */
export const LooseId = Type.String({ pattern: '^([0-9]{0,18}|null|undefined)$', description: 'Digits' });

/** Returns undefined for what apps send instead of an id: nothing, 0, or an empty variable as text. */
export const idOrNone = (sent: string | number | null | undefined): string | undefined =>
  /^(0*|null|undefined)$/.test(String(sent ?? '')) ? undefined : String(sent);

/** An id in the path or a form. */
export const ById = Type.Object({ id: Id });
