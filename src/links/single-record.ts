import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import { Answer } from '../platform/http/families/links.ts';

/** A response with one record. Clients read its fields at the top level or in `data`. */
export const SingleRecord = <T extends Record<string, TSchema>>(fields: T) =>
  Answer({ ...fields, data: Type.Object(fields) });

export const singleRecord = <T extends object>(record: T): T & { data: T } => ({ ...record, data: record });
