import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, placeOf } from './term.ts';

test('terms stand under their letter, whatever their script', () => {
  deepEqual(placeOf('Élan vital'), { letter: 'E', sortKey: 'elan vital' });
  deepEqual(placeOf('“Quoted”'), { letter: 'Q', sortKey: 'quoted”' });
  equal(placeOf('3D').letter, '0–9');
  equal(placeOf('ёлка').letter, 'Ё');
  equal(placeOf('日本').letter, '日');
  equal(placeOf('नमस्ते').letter, 'न');
});

test('no term takes the address of another page', () => {
  equal(addressOf('New'), 'new-term');
  equal(addressOf('News'), 'news');
});
