import assert from 'node:assert/strict';
import { type Hop, testHop } from '../../../test/ask-hop.ts';
import { assignPlan, setPlan } from '../../identity/plans.ts';

const url = 'https://example.com/page';
const path = '/dashboard/utm';
const values = { name: 'Newsletter', source: 'news', medium: 'email', campaign: 'spring', ref: 'partner' };

async function add(hop: Hop, body: object = values): Promise<number> {
  const answer = await hop.api('POST', '/api/utmtemplate/add', body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return Number(answer.body.id);
}

async function parametersOf(hop: Hop, id: unknown): Promise<string> {
  const { body } = await hop.api('GET', `/api/url/${String(id)}`);
  const { parameters } = body.details as { parameters: { name: string; value: string }[] };
  return parameters.map(({ name, value }) => `${name}=${value}`).join('&');
}

testHop('the API creates, returns, updates and deletes templates', async ({ asAda, asBob }) => {
  const id = await add(asAda);
  const read = async () => (await asAda.api('GET', `/api/utmtemplate/${id}`)).body.data as object;
  const record = { ...values, term: '', content: '', id };
  assert.deepEqual({ ...(await read()), date: 0 }, { ...record, date: 0 });
  await asAda.api('PUT', `/api/utmtemplate/${id}/update`, { medium: '', term: 'shoes', name: 'null' });
  assert.deepEqual(
    { ...(await read()), date: 0 },
    { ...record, name: 'null', medium: '', term: 'shoes', date: 0 },
  );
  const listed = await asAda.api('GET', '/api/utmtemplates');
  assert.equal((listed.body.data as { utmtemplates: object[] }).utmtemplates.length, 1);
  for (const [method, address] of [
    ['GET', ''],
    ['PUT', '/update'],
    ['DELETE', '/delete'],
  ] as const)
    assert.equal(
      (
        await asBob.api(
          method,
          `/api/utmtemplate/${id}${address}`,
          method === 'PUT' ? { name: 'x' } : undefined,
        )
      ).status,
      404,
      method,
    );
  assert.equal((await asAda.api('DELETE', `/api/utmtemplate/${id}/delete`)).status, 200);
  assert.equal((await asAda.api('GET', `/api/utmtemplate/${id}`)).status, 404);
});

testHop('a template that is not valid is refused at its field', async ({ asAda }) => {
  const id = await add(asAda);
  for (const [body, message] of [
    [{ source: 'x' }, /name/],
    [{ name: '', source: 'x' }, /name/i],
    [{ name: 'x'.repeat(101), source: 'x' }, /100/],
    [{ name: 'newsletter', source: 'x' }, /already have a template/],
    [{ name: 'Empty' }, /at least one parameter/],
    [{ name: 'Empty', source: ' ', ref: '' }, /at least one parameter/],
    [{ name: 'Long', medium: 'x'.repeat(201) }, /200/],
  ] as const) {
    const answer = await asAda.api('POST', '/api/utmtemplate/add', body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.match(String(answer.body.message), message, JSON.stringify(body));
  }
  const none = { source: '', medium: '', campaign: '', ref: '' };
  assert.equal((await asAda.api('PUT', `/api/utmtemplate/${id}/update`, none)).status, 400);
});

testHop('links get the parameters of a template by the API', async ({ asAda, asBob }) => {
  const utmtemplate = await add(asAda);
  const all = 'utm_source=news&utm_medium=email&utm_campaign=spring&ref=partner';
  const created = await asAda.api('POST', '/api/url/add', { url, utmtemplate });
  assert.equal(await parametersOf(asAda, created.body.id), all);
  const parameters = [{ name: 'utm_medium', value: 'push' }];
  const mixed = await asAda.api('POST', '/api/url/add', {
    url,
    utmtemplate: String(utmtemplate),
    parameters,
  });
  assert.equal(await parametersOf(asAda, mixed.body.id), all.replace('email', 'push'));
  const plain = await asAda.api('POST', '/api/url/add', {
    url,
    parameters: [...parameters, { name: 'a', value: 'b' }],
  });
  await asAda.api('PUT', `/api/url/${String(plain.body.id)}/update`, { url, utmtemplate });
  assert.equal(
    await parametersOf(asAda, plain.body.id),
    'utm_medium=email&a=b&utm_source=news&utm_campaign=spring&ref=partner',
  );
  const many = await asAda.api('POST', '/api/urls/add', {
    links: [{ url, utmtemplate }, { url, utmtemplate }, { url }],
  });
  const results = many.body.results as { id: number }[];
  assert.deepEqual(await Promise.all(results.map(({ id }) => parametersOf(asAda, id))), [all, all, '']);
  for (const blank of ['', null, false, 0, '0', 'null'])
    assert.equal(
      (await asAda.api('POST', '/api/url/add', { url, utmtemplate: blank })).status,
      200,
      String(blank),
    );
  for (const [hop, unknown] of [
    [asBob, utmtemplate],
    [asAda, 999_999],
    [asAda, '9'.repeat(40)],
  ] as const) {
    const { status, body } = await hop.api('POST', '/api/url/add', { url, utmtemplate: unknown });
    assert.equal(status, 400);
    assert.match(String(body.message), /no UTM template with the ID/);
  }
});

testHop(
  'the form of a link is filled in without scripts, and a choice is applied when it is saved',
  async ({ asAda }) => {
    const id = String(await add(asAda));
    const form = '/dashboard/links/new';
    assert.match((await asAda.page(form)).text, /<option[^>]*value="\d+"[^>]*>\s*Newsletter/);
    const filled = await asAda.form(form, [
      ['url', url],
      ['utmtemplate', id],
      ['utm_medium', 'typed'],
      ['parameter_name[]', 'a'],
      ['parameter_value[]', 'b'],
      ['act', 'template'],
    ]);
    assert.equal(filled.status, 422);
    for (const field of [
      /name="utm_source"[^>]*value="news"/,
      /name="utm_medium"[^>]*value="email"/,
      /name="parameter_name\[\]"[^>]*value="a"/,
      /name="parameter_name\[\]"[^>]*value="ref"/,
      /name="parameter_value\[\]"[^>]*value="partner"/,
    ])
      assert.match(filled.text, field);
    assert.doesNotMatch(filled.text, new RegExp(`value="${id}"[^>]*selected`));
    const { location } = await asAda.form(form, { url, utmtemplate: id });
    assert.match((await asAda.page(String(location))).text, /utm_source=news&amp;utm_medium=email/);
  },
);

testHop(
  'templates are created, searched, edited, deleted and restored with forms',
  async ({ asAda, asBob }) => {
    assert.match((await asAda.page(path)).text, /Create your first UTM template/);
    assert.equal((await asAda.form(path, { ...values, name: 'Spring <b>' })).location, path);
    await asAda.form(path, { name: 'Posters', source: 'poster' });
    const { text } = await asAda.page(path);
    assert.match(text, /2 templates[^]*Posters[^]*Spring &lt;b&gt;[^]*utm_source=news · utm_medium=email/);
    const found = (await asAda.page(`${path}?q=post`)).text;
    assert.match(found, /1 template with “post”[^]*Posters/);
    assert.doesNotMatch(found, /Spring/);
    assert.match((await asAda.page(`${path}?q=nothing`)).text, /No name contains “nothing”/);
    const [, id = ''] = /\/dashboard\/utm\/(\d+)\/edit">Posters/.exec(text) ?? [];
    const refused = await asAda.form(`${path}/${id}/edit`, { name: 'spring <B>', source: 'poster' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /id="field-name-error"[^]*already have a template/);
    assert.equal((await asAda.form(`${path}/${id}/edit`, { name: 'Walls', source: 'wall' })).location, path);
    const deleted = await asAda.form(`${path}/${id}/delete`);
    const after = (await asAda.page(String(deleted.location))).text;
    assert.match(after, /UTM template deleted[^]*Undo/);
    assert.doesNotMatch(after, /Walls/);
    await asAda.form(`${path}/${id}/restore`);
    assert.match((await asAda.page(path)).text, /Walls/);
    for (const act of ['edit', 'delete', 'restore'])
      assert.equal(
        (await asBob.form(`${path}/${id}/${act}`, { name: 'Mine', source: 'x' })).status,
        404,
        act,
      );
  },
);

testHop('a plan limits the number of templates', async ({ app, ada, asAda }) => {
  await setPlan(app, ada.id, { name: 'small', calls: null, max: { utmtemplates: 1 } });
  await assignPlan(app, ada.id, { username: 'ada', plan: 'small', expiresAt: undefined });
  const id = await add(asAda);
  const second = { name: 'Second', source: 'x' };
  assert.equal((await asAda.api('POST', '/api/utmtemplate/add', second)).status, 402);
  await asAda.form(`${path}/${id}/delete`);
  await add(asAda, second);
  assert.equal((await asAda.form(`${path}/${id}/restore`)).status, 402);
});
