import { Type } from 'typebox';
import { dimensions } from '../../clicks/roll-ups.ts';
import { AccountFilterQuery, LinkFilterQuery } from '../filters/filters.ts';
import { RangeQuery } from './range.ts';

export const By = Type.Enum(dimensions);

/** Range and filters of every statistics page. */
const ofLink = { ...RangeQuery.properties, ...LinkFilterQuery.properties };
const ofAccount = { ...RangeQuery.properties, ...AccountFilterQuery.properties };
/** For refreshing fragments: the state that the client has already seen. */
const seen = { seen: Type.Optional(Type.String({ maxLength: 20 })) };
const paged = { page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })) };
const csv = { by: Type.Optional(By) };

export const LinkQuery = Type.Object(ofLink);
/** Includes all filters, so that those not allowed in public are rejected by name. */
export const PublicQuery = Type.Object({ ...ofLink, ...ofAccount });
export const LinkSeenQuery = Type.Object({ ...ofLink, ...seen });
export const LinkPagedQuery = Type.Object({ ...ofLink, ...paged });
export const LinkCsvQuery = Type.Object({ ...ofLink, ...csv });
export const AccountQuery = Type.Object(ofAccount);
export const AccountSeenQuery = Type.Object({ ...ofAccount, ...seen });
export const AccountPagedQuery = Type.Object({ ...ofAccount, ...paged });
export const AccountCsvQuery = Type.Object({ ...ofAccount, ...csv });
