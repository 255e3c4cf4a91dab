import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideType, kindByType, refuseUnplayable } from './decide-type.ts';

test('a QuickTime video is served under the type that browsers play, and a document under its own', () => {
  for (const type of ['video/mp4', 'video/x-m4v', 'video/quicktime', 'video/3gpp'])
    assert.equal(decideType('video', type, 'a.mov'), 'video/mp4', type);
  assert.equal(decideType('video', 'video/webm', 'a.webm'), 'video/webm');
  assert.equal(decideType('file', 'video/quicktime', 'a.mov'), 'video/quicktime');
});

test('an AMR recording is a download, and no sound', () => {
  assert.equal(kindByType('audio/amr'), 'file');
  assert.equal(decideType('file', 'audio/amr', 'a.amr'), 'audio/amr');
  for (const kind of ['audio', 'voice_notes'] as const)
    assert.throws(() => decideType(kind, 'audio/amr', 'a.amr'), { message: /AMR/, field: 'file' });
});

test('an encoding that not every browser plays is named and rejected', () => {
  for (const [pictures, sounds, expected] of [
    [['avc1'], ['mp4a'], undefined],
    [['avc1'], [], undefined],
    [['av01'], ['Opus'], undefined],
    [['vp09'], ['fLaC'], undefined],
    [['hvc1'], ['mp4a'], /HEVC/],
    [['hev1'], [], /HEVC/],
    [['dvh1'], [], /HEVC/],
    [['apch'], [], /ProRes/],
    [['avc1.122'], [], /H\.264 with more/],
    [['mp4v'], [], /MPEG-4 Visual/],
    [['jpeg'], [], /Motion JPEG/],
    [['s263'], ['samr'], /H\.263/],
    [['encv'], [], /copy protection/],
    [['avc1', 'hvc1'], [], /HEVC/],
    [['avc1'], ['lpcm'], /PCM/],
    [['avc1'], ['ac-3'], /Dolby/],
    [['\0<b>'], [], /\?\?b\?/],
    [[], ['mp4a'], /no video/],
  ] as const) {
    const judge = () => refuseUnplayable('video', { pictures, sounds });
    if (expected) assert.throws(judge, { message: expected, field: 'file' });
    else judge();
  }
  refuseUnplayable('audio', { pictures: [], sounds: ['mp4a'] });
  assert.throws(() => refuseUnplayable('voice_notes', { pictures: [], sounds: ['alac'] }), /Apple Lossless/);
});
