import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import { Answer } from '../platform/http/families/links.ts';

/** The answer with one record. Clients read its fields from the answer itself or from `data`. */
export const SingleRecord = <T extends Record<string, TSchema>>(fields: T) =>
  Answer({ ...fields, data: Type.Object(fields) });

export const singleRecord = <T extends object>(record: T): T & { data: T } => ({ ...record, data: record });
