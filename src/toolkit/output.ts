import { Type } from 'typebox';
import type { TProperties, TSchema } from 'typebox';

/** Output fields of tools. Each has a title, shown as its label. */
export const output = {
  text: (title: string) => Type.String({ title }),
  /** Code, displayed verbatim. */
  code: (title: string) => Type.String({ title, contentMediaType: 'text/plain' }),
  number: (title: string) => Type.Number({ title }),
  integer: (title: string) => Type.Integer({ title }),
  flag: (title: string) => Type.Boolean({ title }),
  list: (title: string) => Type.Array(Type.String(), { title }),
  table: <P extends TProperties>(title: string, columns: P) => Type.Array(Type.Object(columns), { title }),
  /** Any JSON value. */
  json: (title: string) => Type.Unknown({ title }),
  /** An SVG image as markup. */
  svg: (title: string) => Type.String({ title, contentMediaType: 'image/svg+xml' }),
  /** A CSS color, displayed with a swatch. */
  color: (title: string) => Type.String({ title, contentMediaType: 'text/x-color' }),
  file: (title: string) =>
    Type.Object({ name: Type.String(), type: Type.String(), base64: Type.String() }, { title }),
  files: (title: string) =>
    Type.Array(Type.Object({ name: Type.String(), type: Type.String(), base64: Type.String() }), { title }),
  /** Nullable. */
  orNull: <S extends TSchema>(schema: S) =>
    Type.Union([schema, Type.Null()], { title: (schema as { title?: string }).title ?? '' }),
};
