import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { declaredPart } from './declared.ts';

const Before = Type.Object({ before: Type.Optional(Type.String()) });
const Nested = Type.Object({ poll: Type.Object({ options: Type.Array(Before) }) });
const Choice = Type.Union([Type.Object({ at: Type.Object({ day: Type.String() }) }), Type.String()]);
const Answers = Type.Object(
  { name: Type.String() },
  { patternProperties: { '^fld_[0-9]+$': Type.Unknown() } },
);
const Open = Type.Object({}, { additionalProperties: true });

const rows: [title: string, schema: object | undefined, value: unknown, expected: unknown][] = [
  ['nothing without a schema', undefined, { page: '1' }, undefined],
  ['declared fields', Before, { before: '5', page: 'abc' }, { before: '5' }],
  ['no names of prototypes', Before, JSON.parse('{"__proto__":{"page":1},"constructor":1}'), {}],
  ['nested fields', Nested, { poll: { options: [{ before: '1', x: 1 }], y: 2 }, z: 3 }, { poll: { options: [{ before: '1' }] } }],
  ['fields of any variant', Choice, { at: { day: 'today', x: 1 }, y: 2 }, { at: { day: 'today' } }],
  ['a variant that is no object', Choice, 'now', 'now'],
  ['names by pattern', Answers, { name: 'Ada', fld_7: ['1'], fld_x: 1 }, { name: 'Ada', fld_7: ['1'] }],
  ['open objects', Open, { a: { b: 1 } }, { a: { b: 1 } }],
  ['records', Type.Record(Type.String(), Type.Unknown()), { a: { b: 1 } }, { a: { b: 1 } }],
  ['raw bodies', Before, '{"before":1}', '{"before":1}'],
  ['no body', Before, undefined, undefined],
]; // prettier-ignore

for (const [title, schema, value, expected] of rows)
  test(`passes on ${title}`, () => assert.deepEqual(declaredPart(schema, value), expected));
