import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide, type Decision } from './decide.ts';
import { deviceNamesOf } from '../user-agent.ts';
import { explain, plainSpecial as noFeatures } from './try-link.ts';
import type { Visit } from './guards.ts';
import type { RedirectLink, Special } from '../get-links.ts';
import { indexTargets, type LinkRules } from './targets.ts';
import type { Visitor } from '../visitor.ts';

const now = Date.UTC(2026, 10, 21, 12);
const [before, after] = [now - 1, now + 1];
const home = 'https://example.com/a';
const over = 'https://example.com/over';

const person: Visitor = {
  hash: '0',
  country: 'CA',
  browser: 'Safari',
  system: 'iOS',
  device: 'mobile',
  devices: deviceNamesOf({ system: 'iOS', device: 'mobile' }),
  language: 'fr',
  languages: ['fr', 'en'],
  isBot: false,
  isHeadless: false,
  isPreviewer: false,
};
const crawler: Partial<Visitor> = { isBot: true };
const headless: Partial<Visitor> = { isBot: true, isHeadless: true };
const card: Partial<Visitor> = { isBot: true, isPreviewer: true };
const visit: Visit = { visitor: person, now, isUnlocked: false, query: '', draw: 0 };

const plain: RedirectLink = {
  id: '1',
  to: home,
  status: 302,
  expiresAt: undefined,
  expiredTo: undefined,
  isDisabled: false,
  isSuspended: false,
  special: undefined,
};
const special: Special = { ...noFeatures, ownerId: '1' };
const having = (differences: Partial<Special>): Partial<RedirectLink> => ({
  special: { ...special, ...differences },
});
const ruled = (rules: LinkRules, differences: Partial<Special> = {}): Partial<RedirectLink> =>
  having({ targets: indexTargets(rules), ...differences });
const by = (visitor: Partial<Visitor>, rest: Partial<Visit> = {}): Partial<Visit> => ({
  ...rest,
  visitor: { ...person, ...visitor },
});
const forward = (to: string, status: RedirectLink['status'] = 302): Decision => ({
  do: 'forward',
  status,
  to,
});
const show = (
  as: 'frame' | 'splash' | 'overlay' | 'held' | 'pixels' | 'bio' | 'code',
  to = home,
): Decision => ({
  do: 'show',
  as,
  to,
});

const everyRule: LinkRules = {
  places: [
    { country: 'CA', to: 'https://ca.test' },
    { country: 'CA', region: 'Ontario', to: 'https://ontario.test' },
    { country: 'US', region: 'CA', to: 'https://california.test' },
  ],
  devices: [
    { device: 'iphone', to: 'https://iphone.test' },
    { device: 'ios', to: 'https://ios.test' },
    { device: 'mobile', to: 'https://mobile.test' },
  ],
  languages: [
    { language: 'en', to: 'https://en.test' },
    { language: 'fr', to: 'https://fr.test' },
  ],
  variants: [{ name: 'B', weight: 30, to: 'https://b.test' }],
};
const elsewhere = { country: 'FR' };
const onDesk = {
  system: 'Linux',
  device: 'desktop',
  devices: deviceNamesOf({ system: 'Linux', device: 'desktop' }),
};
const stores = { isAutomatic: true, apple: 'https://apple.test', google: 'https://google.test' };

type Row = [title: string, link: Partial<RedirectLink> | null, visit: Partial<Visit>, decision: Decision];

/** In rule order. Rows also set features of later rules where that shows precedence. */
const rows: Row[] = [
  ['a missing link', null, {}, { do: 'missing' }],
  ['a plain link', {}, {}, forward(home)],
  ['a permanent redirect', { status: 301 }, {}, forward(home, 301)],
  ['a redirect that preserves the method', { status: 307 }, {}, forward(home, 307)],
  ['a permanent redirect that preserves the method', { status: 308 }, {}, forward(home, 308)],

  ['a suspended link', { isSuspended: true }, {}, { do: 'suspended' }],
  ['a suspended link that is disabled and expired', { isSuspended: true, isDisabled: true, expiresAt: before }, {}, { do: 'suspended' }],
  ['a disabled link', { isDisabled: true }, {}, { do: 'disabled' }],
  ['a disabled link that is expired', { isDisabled: true, expiresAt: before, expiredTo: over }, {}, { do: 'disabled' }],
  ['a link that is not expired yet', { expiresAt: after, expiredTo: over }, {}, forward(home)],
  ['a link that expires at this moment', { expiresAt: now }, {}, { do: 'expired', to: undefined }],
  ['an expired link with a redirect after expiry', { expiresAt: before, expiredTo: over, status: 301 }, {}, { do: 'expired', to: over }],
  ['an expired link with every other option', { expiresAt: before, ...ruled(everyRule, { passwordHash: 'x', heldFor: 'odd-name' }) }, {}, { do: 'expired', to: undefined }],
  ['a click limit that is not reached', having({ clickLimit: 3 }), {}, forward(home)],
  ['a click limit that is reached', { expiredTo: over, ...having({ clickLimit: 3, isSpent: true, heldFor: 'odd-name' }) }, {}, { do: 'expired', to: over }],

  ['a held link with a preview, for a preview crawler', having({ heldFor: 'odd-name', preview: { title: 'T', description: '', image: null } }), by(card), show('held')],
  ['a held link with a password', having({ heldFor: 'odd-name', passwordHash: 'x' }), {}, { do: 'ask' }],
  ['a held link with a frame', having({ heldFor: 'odd-name', kind: 'frame' }), {}, show('held')],
  ['a held link that opens an app', ruled({ devices: [{ device: 'iphone', to: 'shop://item/1' }], stores }, { heldFor: 'odd-name' }), {}, show('held', 'shop://item/1')],
  ['a held link that is suspended', { isSuspended: true, ...having({ heldFor: 'odd-name' }) }, {}, { do: 'suspended' }],
  ['a preview, for a preview crawler', having({ preview: { title: 'T', description: '', image: null }, passwordHash: 'x' }), by(card), { do: 'preview' }],
  ['a preview, for a search engine', having({ preview: { title: 'T', description: '', image: null } }), by(crawler), forward(home)],
  ['a preview, for a person', having({ preview: { title: '', description: 'D', image: null } }), {}, forward(home)],
  ['a link without a preview, for a preview crawler', having({ kind: 'splash' }), by(card), forward(home)],
  ['a password', ruled(everyRule, { passwordHash: 'x', kind: 'frame' }), {}, { do: 'ask' }],
  ['a password, for a crawler', having({ passwordHash: 'x' }), by(crawler), { do: 'ask' }],
  ['a password that was entered', having({ passwordHash: 'x', kind: 'frame' }), { isUnlocked: true }, show('frame')],

  ['a country rule before all other rules', ruled(everyRule), {}, forward('https://ca.test')],
  ['a region rule before the rule of its country', ruled(everyRule), by({ region: 'Ontario', regionCode: 'CA-ON' }), forward('https://ontario.test')],
  ['a region rule by code', ruled(everyRule), by({ country: 'US', region: 'California', regionCode: 'US-CA' }), forward('https://california.test')],
  ['another region of the same country', ruled(everyRule), by({ region: 'Quebec', regionCode: 'CA-QC' }), forward('https://ca.test')],
  ['a region rule for an unknown region', ruled({ places: [{ country: 'US', region: 'CA', to: 'https://x.test' }] }), by({ country: 'US' }), forward(home)],
  ['a region of the same name in another country', ruled({ places: [{ country: 'US', region: 'Limburg', to: 'https://x.test' }] }), by({ country: 'NL', region: 'Limburg' }), forward(home)],
  ['a country rule for an unknown country', ruled({ places: [{ country: 'CA', to: 'https://ca.test' }] }), by({ country: '' }), forward(home)],

  ['a device rule by model, after country rules', ruled(everyRule), by(elsewhere), forward('https://iphone.test')],
  ['a device rule by system', ruled(everyRule), by({ ...elsewhere, devices: deviceNamesOf({ system: 'iOS', device: 'tablet' }) }), forward('https://ios.test')],
  ['a device rule by kind', ruled(everyRule), by({ ...elsewhere, devices: deviceNamesOf({ system: 'Android', device: 'mobile' }) }), forward('https://mobile.test')],
  ['an app and its store', ruled({ devices: [{ device: 'iphone', to: 'shop://item/1' }], stores }), {}, { do: 'open', to: 'shop://item/1', store: 'https://apple.test', isAutomatic: true }],
  ['an app without a store', ruled({ devices: [{ device: 'iphone', to: 'shop://item/1' }] }), {}, forward('shop://item/1')],
  ['an app with a frame', ruled({ devices: [{ device: 'iphone', to: 'shop://item/1' }] }, { kind: 'frame' }), {}, forward('shop://item/1')],
  ['a device rule before the store', ruled({ devices: [{ device: 'iphone', to: 'https://m.test' }], stores }), {}, forward('https://m.test')],
  ['a store without a device rule', ruled({ stores }), {}, forward('https://apple.test')],
  ['a store of another system', ruled({ stores: { isAutomatic: false, google: 'https://google.test' } }), {}, forward(home)],
  ['a store for a desktop visitor', ruled({ stores }), by(onDesk), forward(home)],

  ['a language rule by the preferred language, after device rules', ruled(everyRule), by({ ...elsewhere, ...onDesk }), forward('https://fr.test')],
  ['a language rule by the second language', ruled(everyRule), by({ ...elsewhere, ...onDesk, languages: ['de', 'en', 'fr'] }), forward('https://en.test')],
  ['a variant, after language rules', ruled(everyRule), by({ ...elsewhere, ...onDesk, languages: [] }, { draw: 29 }), { ...forward('https://b.test'), variant: 'B' } as Decision],
  ['the remaining share of variants', ruled(everyRule), by({ ...elsewhere, ...onDesk, languages: [] }, { draw: 30 }), { ...forward(home), variant: 'Main' } as Decision],
  ['a variant in a frame', ruled({ variants: [{ name: 'B', weight: 100, to: 'https://b.test' }] }, { kind: 'frame' }), {}, { ...show('frame', 'https://b.test'), variant: 'B' } as Decision],

  ['parameters for the target of a rule', ruled({ ...everyRule, parameters: [{ name: 'aff', value: '3 4' }] }), {}, forward('https://ca.test?aff=3+4')],
  ['a link that passes the click’s id', ruled({ passesClickId: true }), {}, show('pixels')],
  ['a link that passes the click’s id, for a crawler', ruled({ passesClickId: true }), by(crawler), forward(home)],
  ['a query that the link passes on', ruled({ passesQuery: true }), { query: 'a=1&b=2' }, forward(`${home}?a=1&b=2`)],
  ['the owner’s parameters before the visitor’s', { ...ruled({ passesQuery: true, parameters: [{ name: 'a', value: '1' }] }), to: `${home}?a=1` }, { query: 'a=9&c=3' }, forward(`${home}?a=1&c=3`)],
  ['a query that is passed on unchanged', ruled({ passesQuery: true }), { query: 'q=a%20b+c&&x&y=%7E*\'(~)&q=2&z=a?b' }, forward(`${home}?q=a%20b+c&x&y=%7E*'(~)&q=2&z=a?b`)],
  ['a query with non-ASCII bytes, encoded for a header', ruled({ passesQuery: true }), { query: 'q=\xc3\xa9#x' }, forward(`${home}?q=%C3%A9%23x`)],
  ['a query that the link does not pass on', ruled({ parameters: [] }), { query: 'a=1' }, forward(home)],

  ['a frame', having({ kind: 'frame', pixels: [{ type: 'bing', tag: '1' }] }), {}, show('frame')],
  ['a splash page', having({ kind: 'splash', splashId: '2' }), {}, show('splash')],
  ['an overlay', having({ kind: 'overlay', overlayId: '2' }), {}, show('overlay')],
  ['pixels', having({ pixels: [{ type: 'bing', tag: '1' }] }), {}, show('pixels')],
  ['an interstitial for a crawler', having({ kind: 'splash', pixels: [{ type: 'bing', tag: '1' }] }), by(crawler), forward(home)],
  ['an interstitial for a headless browser', having({ kind: 'splash' }), by(headless), show('splash', home)],
  ['a bio page', { to: '', ...having({ purpose: 'bio' }) }, {}, show('bio', '')],
  ['a bio page for a crawler', { to: '', ...having({ purpose: 'bio' }) }, by(crawler), show('bio', '')],
  ['a QR code with a target', having({ purpose: 'qr' }), {}, forward(home)],
  ['a QR code with a text', { to: '', ...having({ purpose: 'qr' }) }, {}, show('code', '')],
]; // prettier-ignore

for (const [title, link, differences, decision] of rows)
  test(`decides on ${title}`, () => {
    const here = link && { ...plain, ...link };
    assert.deepEqual(decide(here, { ...visit, ...differences }), decision);
    // The dry run has the same result and names exactly one deciding rule.
    if (!here) return;
    const explained = explain(here, { ...visit, ...differences });
    assert.deepEqual(explained.decision, decision);
    assert.equal(explained.steps.filter(({ won }) => won).length, 1);
    assert.ok(explained.steps.every(({ note }) => note !== ''));
  });
