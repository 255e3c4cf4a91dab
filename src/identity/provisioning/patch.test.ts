import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCommittingPlaza, testPlaza } from '../../../test/ask-plaza.ts';
import { groupSchema, openScim, patch, userSchema } from '../../../test/peers/scim-client.ts';
import { patchMembers } from './patch.ts';

const other = { op: 'replace', path: 'displayName', value: 'Others' };
const rows: [operations: object[], members: string[], rest: object[]][] = [
  [[{ op: 'Add', path: 'members', value: [{ value: '3' }, { value: '1' }] }], ['1', '2', '3'], []],
  [[{ op: 'add', path: 'Members', value: { value: '3', display: 'Ida' } }, other], ['1', '2', '3'], [other]],
  [[{ op: 'add', value: { members: [{ value: '3' }] } }], ['1', '2', '3'], []],
  [
    [{ op: 'replace', value: { displayName: 'A', members: [] } }],
    [],
    [{ op: 'replace', value: { displayName: 'A' } }],
  ],
  [[{ op: 'replace', path: 'members', value: [{ value: '9' }] }], ['9'], []],
  [[{ op: 'remove', path: 'members[value eq "1"]' }], ['2'], []],
  [[{ op: 'Remove', path: 'members', value: [{ value: '2' }] }], ['1'], []],
  [[{ op: 'remove', path: 'urn:ietf:params:scim:schemas:core:2.0:Group:members' }], [], []],
  [[{ op: 'remove', path: 'membership' }], ['1', '2'], [{ op: 'remove', path: 'membership' }]],
];

for (const [operations, members, rest] of rows)
  test(`applies ${JSON.stringify(operations)} to members`, () =>
    assert.deepEqual(patchMembers(operations, ['1', '2']), { members, rest }));

testPlaza('operations of which the library would make too much are refused', async (world) => {
  const { ask, add } = await openScim(world);
  const id = await add('Grace');
  const made = await ask('POST', '/Groups', { schemas: [groupSchema], displayName: 'Bakers' });
  const either = (name: string) =>
    Array.from({ length: 12 }, () => `(${name} eq "a" or ${name} eq "b")`).join(' and ');
  const many = Array.from({ length: 300 }, (_, at) => ({ value: `a${at}@acme.example` }));
  const refusals: [path: string, operation: object, keyword: string][] = [
    [`/Users/${id}`, { op: 'remove', path: `emails[${either('value')}]` }, 'invalidPath'],
    [`/Users/${id}`, { op: 'add', path: 'emails', value: many }, 'tooMany'],
    [`/Users/${id}`, { op: 'add', value: { emails: many } }, 'tooMany'],
    [
      `/Users/${id}`,
      { op: 'remove', path: 'emails', value: [{ value: `" or ${either('value')} or value eq "` }] },
      'invalidValue',
    ],
    [`/Users/${id}`, { op: 'remove', path: 'emails', value: [{ [either('value')]: '1' }] }, 'invalidValue'],
    [`/Groups/${made.body.id}`, { op: 'remove', path: 'members[value sw "1"]' }, 'invalidPath'],
    [`/Groups/${made.body.id}`, { op: 'add', path: 'members', value: ['1'] }, 'invalidValue'],
    [`/Groups/${made.body.id}`, { op: 'move', path: 'members', value: [{ value: id }] }, 'invalidSyntax'],
  ];
  for (const [path, operation, keyword] of refusals) {
    const { status, body } = await ask('PATCH', path, patch(operation));
    assert.deepEqual(
      [status, body.scimType],
      [400, keyword],
      JSON.stringify([operation, body]).slice(0, 300),
    );
  }
  const { body } = await ask('GET', `/Users?filter=${encodeURIComponent(either('userName'))}`);
  assert.deepEqual([body.scimType, body.detail], ['invalidFilter', 'At most 4 alternatives']);
  const crowd = { schemas: [userSchema], userName: 'x@acme.example', emails: [...many, ...many] };
  assert.equal((await ask('POST', '/Users', crowd)).body.scimType, 'tooMany');
});

testCommittingPlaza('members that are added at once all stay', async (world) => {
  const { ask, add } = await openScim(world);
  const ids = [await add('Grace'), await add('Ida'), await add('Joan')];
  const { id } = (await ask('POST', '/Groups', { schemas: [groupSchema], displayName: 'Bakers' })).body;
  await Promise.all(
    ids.map((value) =>
      ask('PATCH', `/Groups/${id}`, patch({ op: 'add', path: 'members', value: [{ value }] })),
    ),
  );
  const { members } = (await ask('GET', `/Groups/${id}`)).body as unknown as { members: { value: string }[] };
  assert.deepEqual(members.map(({ value }) => value).toSorted(), ids.toSorted());
});
