import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { groupSchema, openScim, patch, userSchema } from '../../../test/peers/scim-client.ts';

testPlaza('wrong requests are refused in the words of SCIM', async (world) => {
  const { ask, add } = await openScim(world);
  const id = await add('Grace');
  const deep = `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`;
  const refusals: [Parameters<typeof ask>, number, string?][] = [
    [['POST', '/Users', 'nonsense'], 400, 'invalidSyntax'],
    [['POST', '/Users', '[]'], 400, 'invalidSyntax'],
    [['POST', '/Users', deep], 400],
    [['POST', '/Users', { schemas: [userSchema] }], 400, 'invalidValue'],
    [['POST', '/Users', { schemas: [userSchema], userName: 7 }], 400, 'invalidValue'],
    [['POST', '/Users', { schemas: [userSchema], userName: 'nobody' }], 400, 'invalidValue'],
    [['POST', '/Users', { schemas: [userSchema], userName: 'x'.repeat(400) }], 400, 'invalidValue'],
    [['POST', '/Users', `{"schemas":["${userSchema}"],"userName":"a\\u0000b"}`], 400, 'invalidSyntax'],
    [['PATCH', `/Users/${id}`, { schemas: ['x'], Operations: [] }], 400, 'invalidSyntax'],
    [['PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'nothing', value: 1 })], 400, 'invalidPath'],
    [
      [
        'PATCH',
        `/Users/${id}`,
        patch(...Array.from({ length: 300 }, () => ({ op: 'remove', path: 'displayName' }))),
      ],
      400,
      'tooMany',
    ],
    [['GET', `/Users?filter=${encodeURIComponent('userName co "a"')}`], 400, 'invalidFilter'],
    [
      ['GET', `/Users?filter=${encodeURIComponent('userName eq "a" or userName eq "b"')}`],
      400,
      'invalidFilter',
    ],
    [['GET', `/Users?filter=${encodeURIComponent('((((')}`], 400, 'invalidFilter'],
    [['GET', `/Users/${id}?attributes=7`], 400, 'invalidValue'],
    [['GET', `/Users?attributes=${'a,'.repeat(100)}`], 400, 'invalidValue'],
    [['GET', '/Users?attributes=nothing'], 200],
    [['PATCH', `/Users/${id}`, patch({ op: 'replace', path: `emails[${'('.repeat(200)}]`, value: 1 })], 400],
    [
      ['PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'x'.repeat(2000), value: 1 })],
      400,
      'invalidPath',
    ],
    [['GET', '/Users?startIndex=x'], 400, 'invalidValue'],
    [['GET', '/Users/nobody'], 404],
    [['PUT', '/Groups/7', { schemas: [groupSchema], displayName: 'None' }], 404],
  ];
  for (const [request, status, keyword] of refusals) {
    const { status: answered, body } = await ask(...request);
    assert.equal(
      answered,
      status,
      `${request[0]} ${request[1]} ${JSON.stringify(request[2] ?? '').slice(0, 200)} ${JSON.stringify(body)}`,
    );
    if (keyword !== undefined)
      assert.equal(body.scimType, keyword, JSON.stringify([request[2], body]).slice(0, 400));
  }
  for (const path of ['/Schemas', '/ResourceTypes', '/ServiceProviderConfig']) {
    const { status, body } = await ask('GET', path);
    assert.equal(status, 200);
    assert.match(JSON.stringify(body), /\/scim\/v2\//);
  }
});
