import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConsentMode } from '../pixels/pixels.ts';
import { type Consent, decideConsent } from './consent.ts';

const yes = 'yes';
const no = 'no';
const rows: [pixels: number, mode: ConsentMode, refuses: boolean, said: 'yes' | 'no' | undefined, Consent][] =
  [
    [0, 'ask', false, undefined, 'none'],
    [0, 'legitimate', false, yes, 'none'],
    [2, 'ask', false, undefined, 'ask'],
    [2, 'ask', false, yes, 'fire'],
    [2, 'ask', false, no, 'none'],
    [2, 'ask', true, undefined, 'none'],
    [2, 'ask', true, yes, 'none'],
    [2, 'ask', true, no, 'none'],
    [2, 'notice', false, undefined, 'notice'],
    [2, 'notice', false, yes, 'fire'],
    [2, 'notice', false, no, 'none'],
    [2, 'notice', true, undefined, 'none'],
    [2, 'notice', true, yes, 'none'],
    [2, 'legitimate', false, undefined, 'fire'],
    [2, 'legitimate', false, yes, 'fire'],
    [2, 'legitimate', false, no, 'none'],
    [2, 'legitimate', true, undefined, 'none'],
    [2, 'legitimate', true, yes, 'none'],
  ];

for (const [pixels, mode, refusesTracking, remembered, consent] of rows)
  test(`${pixels} pixels in mode ${mode}, ${refusesTracking ? 'with' : 'without'} a privacy signal, previous choice ${remembered ?? 'none'}: ${consent}`, () => {
    assert.equal(decideConsent({ pixels, mode, refusesTracking, remembered }), consent);
  });
