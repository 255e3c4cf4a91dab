import { Type } from 'typebox';

const pattern = '^[0-9]{1,18}$';

/** An id in requests: digits, limited to fit PostgreSQL's bigint. */
export const Id = Type.String({ pattern, description: 'Digits' });

/** An id with its own description. */
export const idOf = (description: string) => Type.String({ pattern, description });

/** An id or an empty string. */
export const IdOrEmpty = Type.String({ pattern: '^[0-9]{0,18}$', default: '' });

/** An id in the path or a form. */
export const ById = Type.Object({ id: Id });
