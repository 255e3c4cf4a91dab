// A bare domain is enough wherever Hop's forms expect an address.
import assert from 'node:assert/strict';
import { testHop } from '../../ask-hop.ts';

testHop('forms accept a bare domain as an https address', async ({ asAda }) => {
  /** Submits a form, and looks for the address on the resulting page or on another one. */
  const leads = async (path: string, fields: Record<string, string>, shownAt?: (to: string) => string) => {
    const sent = await asAda.form(path, fields);
    assert.equal(sent.status, 303, `${path}: ${sent.text}`);
    const to = String(sent.location);
    const { text } = await asAda.page(shownAt?.(to) ?? to);
    assert.match(text, /https:\/\/example\.com\/x/, path);
    return to;
  };
  const edit = (to: string) => `${to}/edit`;
  await leads('/dashboard/qr/new', { type: 'link', url: 'example.com/x' });
  await leads('/dashboard/qr/new', { type: 'vcard', firstName: 'Ada', website: 'example.com/x' }, edit);
  const bio = String((await asAda.form('/dashboard/bio', { title: 'Ada' })).location);
  await leads(
    `${bio}/blocks/new?kind=link`,
    { title: 'Bread', url: 'example.com/x' },
    () => `${bio}/preview`,
  );
  await leads(`${bio}/settings`, { title: 'Ada', metaimage: 'example.com/x.png' });
  await leads(
    '/dashboard/pixels/consent',
    { mode: 'ask', privacy: 'example.com/x' },
    () => '/dashboard/pixels/consent',
  );
  await leads('/dashboard/splash/new', {
    name: 'Spring',
    title: 'Linen',
    message: 'Hello',
    seconds: '7',
    button: 'Look',
    url: 'example.com/x',
  });
  await leads('/dashboard/overlays/new/message', {
    name: 'Bread',
    corner: 'bottom-right',
    title: 'Bread',
    button: 'Look',
    url: 'example.com/x',
  });
});
