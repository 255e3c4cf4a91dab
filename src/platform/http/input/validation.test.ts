import fastJson, { type Schema } from 'fast-json-stringify';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { checkAll, invalid, Problem, inEnglish } from '../../../kernel/problem.ts';
import { shapeCheck, simplifyUnions } from './validation.ts';

const Order = Type.Object(
  {
    id: Type.String({ pattern: '^[0-9]{1,18}$' }),
    title: Type.String({ minLength: 1, maxLength: 5 }),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    tags: Type.Optional(Type.Array(Type.String(), { maxItems: 2 })),
    kind: Type.Optional(Type.Enum(['a', 'b'])),
    size: Type.Optional(Type.Union([Type.String(), Type.Number()])),
    photos: Type.Optional(Type.Array(Type.Object({ alt: Type.String() }))),
    strict: Type.Optional(Type.Object({}, { additionalProperties: false })),
  },
  { additionalProperties: false },
);

function refusal(value: unknown, schema: object = Order): Problem {
  try {
    shapeCheck(schema)(value);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('not refused');
}

const cases: [unknown, [field: string, message: string][]][] = [
  [{ id: 'x', title: 'a' }, [['id', 'id must be a number']]],
  [{ title: '' }, [['id', 'id is required'], ['title', 'title must not be empty']]], // prettier-ignore
  [{ id: '1', title: 'abcdef' }, [['title', 'title must have at most 5 characters']]],
  [{ id: '1', title: 5 }, [['title', 'title must be a string']]],
  [{ id: '1', title: 'a', count: 1.5 }, [['count', 'count must be an integer']]],
  [{ id: '1', title: 'a', count: 10 }, [['count', 'count must be at most 9']]],
  [{ id: '1', title: 'a', tags: ['', '', ''] }, [['tags', 'tags must have at most 2 items']]],
  [{ id: '1', title: 'a', kind: 'c' }, [['kind', 'kind must be one of a, b']]],
  [{ id: '1', title: 'a', size: [] }, [['size', 'size must be a string or a number']]],
  [{ id: '1', title: 'a', photos: [{}] }, [['photos.0.alt', 'photos.0.alt is required']]],
  [{ id: '1', title: 'a', photos: [{ alt: 1 }] }, [['photos.0.alt', 'photos.0.alt must be a string']]],
  [{ id: '1', title: 'a', strict: { x: 1 } }, [['strict.x', 'strict.x is not a known field']]],
  [{ id: '1', title: 'a', other: 1 }, [['other', 'other is not a known field']]],
  [[], [['', 'The body must be an object']]],
  [null, [['', 'The body must be an object']]],
];

test('counts characters, of which some are two units of a string', () => {
  const Text = Type.Object({ text: Type.String({ minLength: 3, maxLength: 5 }) });
  const lengths: [text: string, isAccepted: boolean][] = [
    ['ab', false],
    ['a😀', false],
    ['😀😀', false],
    ['a😀b', true],
    ['😀😀😀', true],
    ['abcde', true],
    ['abcd😀', true],
    ['😀😀😀😀😀', true],
    ['\ud83d\ud83d\ud83d', true],
    ['abcdef', false],
    ['abcde😀', false],
    ['😀😀😀😀😀a', false],
    ['a'.repeat(11), false],
  ];
  for (const [text, isAccepted] of lengths) {
    const refused = isAccepted ? '' : refusal({ text }, Text).message;
    if (isAccepted) shapeCheck(Text)({ text });
    else assert.match(refused, /^text must have at (least 3|most 5) characters$/, text);
  }
});

test('rejects a field that a form or URL repeats', () => {
  const fields = { tags: ['a', 'b'], id: ['1', '2'], title: ['a', 'b'] };
  assert.throws(() => shapeCheck(Order, 'query')(fields), {
    message: 'id is given more than once; title is given more than once',
  });
  assert.equal(refusal({ id: '1', title: ['a', 'b'] }).message, 'title must be a string');
});

test('names every invalid field in a readable message', () => {
  for (const [value, errors] of cases) {
    const problem = refusal(value);
    assert.deepEqual(
      problem.errors.map(({ field, message }) => ({ field, message: inEnglish(message) })),
      errors.map(([field, message]) => ({ field, message })),
    );
    assert.equal(problem.message, errors.map(([, message]) => message).join('; '));
    assert.equal(problem.field, errors[0]?.[0]);
  }
});

test('reports one error per field, however many items are invalid', () => {
  const photos = Array.from({ length: 100_000 }, () => ({ alt: 1 }));
  assert.equal(refusal({ id: '1', title: 'a', photos }).errors.length, 1);
});

test('reports all failed domain checks together', () => {
  const problem = (() => {
    try {
      checkAll(
        () => undefined,
        () => {
          throw invalid('email', 'Enter an email address');
        },
        () => {
          throw invalid('password', 'Use at least 8 characters');
        },
      );
    } catch (error) {
      return error as Problem;
    }
    throw new Error('not refused');
  })();
  assert.deepEqual(
    [problem.field, problem.message],
    ['email', 'Enter an email address; Use at least 8 characters'],
  );
  assert.deepEqual(
    problem.errors.map(({ field }) => field),
    ['email', 'password'],
  );
});

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
