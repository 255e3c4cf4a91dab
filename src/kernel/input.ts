import { Type } from 'typebox';

const pattern = '^[0-9]{1,18}$';

/** An id as it arrives: digits, as many as fit PostgreSQL's bigint. */
export const Id = Type.String({ pattern, description: 'Digits' });

/** An id with its own description. */
export const idOf = (description: string) => Type.String({ pattern, description });

/** An id, or nothing. */
export const IdOrEmpty = Type.String({ pattern: '^[0-9]{0,18}$', default: '' });

/** What is named by its id in the path or in a form. */
export const ById = Type.Object({ id: Id });
