import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../kernel/problem.ts';
import { type AppDetails, parseAppDetails } from './oauth-app.ts';

const reservedNames = {
  names: ['Agora', 'Plaza', 'Hop'],
  hosts: ['plaza.test', 'hop.test'],
  origins: ['https://plaza.test', 'https://hop.test', 'http://localhost:3000'],
};

const sundial: AppDetails = {
  name: 'Sundial',
  domain: 'sundial.example',
  redirectUrl: 'https://sundial.example/in',
  description: '',
  category: 'Other',
};

/** The name of the invalid field, if any. */
function faultOf(change: Partial<AppDetails>): string | undefined {
  try {
    parseAppDetails({ ...sundial, ...change }, reservedNames);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.field;
    throw error;
  }
}

test('rejects app names that impersonate the site', () => {
  for (const name of ['Sundial', 'Workshop', 'Hopscotch', 'Σόλων', 'Часы', '日時計', 'Café'])
    assert.equal(faultOf({ name }), undefined, name);
  const posing = [
    'Plaza',
    'P1aza',
    'PLÀZA',
    'p l a z a',
    'Plaza Login',
    'The Hop',
    'Agora',
    'Official App',
    'Adm1n',
  ];
  for (const name of posing) assert.equal(faultOf({ name }), 'name', name);
  const unseen = ['Plаza', 'Sun\u202Edial', 'Sun\u200Bdial', 'Sun\u0007dial', ' S '];
  for (const name of unseen) assert.equal(faultOf({ name }), 'name', JSON.stringify(name));
});

test('accepts only redirect URLs on the app’s own domain, never on this site', () => {
  const refused = [
    'https://elsewhere.example/in',
    'https://sundial.example.elsewhere.example/',
    'https://elsewhere.example/?sundial.example',
    'https://sundial.example@elsewhere.example/',
    'http://sundial.example/in',
    'javascript:alert(1)//sundial.example',
    'data:text/html,sundial.example',
    '//sundial.example/in',
    'https://sundial.example/#in',
    'https://sundial.example/?auth_key=mine',
    'https://a;b.sundial.example/',
    'https://a,b.sundial.example/',
    'http://localhost:3000/@ada',
  ];
  for (const redirectUrl of refused) assert.equal(faultOf({ redirectUrl }), 'redirectUrl', redirectUrl);
  const taken = [
    'https://auth.sundial.example/in?from=us',
    'http://localhost:8080/in',
    'http://127.0.0.1:8080/',
  ];
  for (const redirectUrl of taken) assert.equal(faultOf({ redirectUrl }), undefined, redirectUrl);
  assert.equal(faultOf({ domain: 'plaza.test' }), 'domain');
  assert.equal(faultOf({ domain: 'plaza.test', redirectUrl: 'https://x.plaza.test/' }), 'domain');
});
