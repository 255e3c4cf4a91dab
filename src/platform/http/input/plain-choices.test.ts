import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastJson from 'fast-json-stringify';
import type { Schema } from 'fast-json-stringify';
import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import { simplifyUnions } from './plain-choices.ts';

const words = Type.Union([Type.Literal('public'), Type.Literal('me')]);
const person = Type.Object({ name: Type.String(), age: Type.Union([Type.Integer(), Type.Null()]) });

for (const [title, shape, values] of [
  ['text or null', Type.Union([Type.String(), Type.Null()]), ['a "word"', '', null]],
  ['null or a number', Type.Union([Type.Null(), Type.Number()]), [0, 1.5, null]],
  ['one of a few words', words, ['public', 'me']],
  ['one of a few words, or null', Type.Union([...words.anyOf, Type.Null()]), ['public', null]],
  [
    'a record or null',
    Type.Union([person, Type.Null()]),
    [{ name: 'Ada', age: 36 }, { name: '', age: null }, null],
  ],
  ['a list or null', Type.Union([Type.Array(person), Type.Null()]), [[], [{ name: 'Ada', age: null }], null]],
  ['a number or text', Type.Union([Type.Integer(), Type.String()]), [1, 'one']],
] as [string, TSchema, unknown[]][])
  test(`serializes ${title} like JSON.stringify`, () => {
    const plain = simplifyUnions(Type.Object({ value: shape })) as Schema;
    const serialize = fastJson(plain);
    for (const value of values) assert.equal(serialize({ value }), JSON.stringify({ value }));
  });

test('preserves only choices that matter in JSON', () => {
  const shape = Type.Object({
    words,
    person: Type.Union([person, Type.Null()]),
    id: Type.Union([Type.Integer(), Type.String()]),
  });
  assert.equal(JSON.stringify(simplifyUnions(shape)).split('anyOf').length - 1, 1);
});
