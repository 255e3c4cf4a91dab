import { Type } from 'typebox';
import type { TProperties, TSchema } from 'typebox';

/** What tools answer with. Each has a title, which pages show it under. */
export const output = {
  text: (title: string) => Type.String({ title }),
  /** Code in a language, shown as it is. */
  code: (title: string) => Type.String({ title, contentMediaType: 'text/plain' }),
  number: (title: string) => Type.Number({ title }),
  integer: (title: string) => Type.Integer({ title }),
  flag: (title: string) => Type.Boolean({ title }),
  list: (title: string) => Type.Array(Type.String(), { title }),
  table: <P extends TProperties>(title: string, columns: P) => Type.Array(Type.Object(columns), { title }),
  /** A value of any shape, as parsed JSON has. */
  json: (title: string) => Type.Unknown({ title }),
  /** A picture as markup. */
  svg: (title: string) => Type.String({ title, contentMediaType: 'image/svg+xml' }),
  /** A CSS color, shown as a swatch beside it. */
  color: (title: string) => Type.String({ title, contentMediaType: 'text/x-color' }),
  file: (title: string) =>
    Type.Object({ name: Type.String(), type: Type.String(), base64: Type.String() }, { title }),
  files: (title: string) =>
    Type.Array(Type.Object({ name: Type.String(), type: Type.String(), base64: Type.String() }), { title }),
  /** `null` where there is none. */
  orNull: <S extends TSchema>(schema: S) =>
    Type.Union([schema, Type.Null()], { title: (schema as { title?: string }).title ?? '' }),
};
