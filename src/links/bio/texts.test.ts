import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testConfig } from '../../../test/app.ts';
import { html } from '../../web/html.ts';
import { parseAccounts, parseDestination, parseVideo, playerFor } from './block-content.ts';
import { isShown, nextChange } from './block.ts';
import { parseSchedule } from './blocks.ts';
import { richText } from './rich-text.ts';

const shown = (text: string) => html`${richText(text)}`.text.replaceAll(/\s+/g, ' ').trim();

test('texts support bold, italic, lists and links only', () => {
  const rows = [
    ['a **b** *c*', '<p>a <strong>b</strong> <em>c</em></p>'],
    ['one\n\ntwo\nthree', '<p>one</p><p>two<br />three</p>'],
    ['- a\n- b', '<ul> <li>a</li><li>b</li></ul>'],
    ['[x](https://a.example/?a=1&b)', '<p><a href="https://a.example/?a=1&amp;b" rel="nofollow ugc noopener">x</a></p>'],
    ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
    ['<script>x</script>', '<p>&lt;script&gt;x&lt;/script&gt;</p>'],
    ['**<b>**', '<p><strong>&lt;b&gt;</strong></p>'],
    ['[a](https://x"onclick=y)', '<p><a href="https://x&quot;onclick=y" rel="nofollow ugc noopener">a</a></p>'],
    ['参考：https://a.example/b。次', '<p>参考：<a href="https://a.example/b" rel="nofollow ugc noopener">https://a.example/b</a>。次</p>'],
    ['**https://a.example/**', '<p><strong><a href="https://a.example/" rel="nofollow ugc noopener">https://a.example/</a></strong></p>'],
    ['2 * 3 * 4', '<p>2 <em> 3 </em> 4</p>'],
  ] as const; // prettier-ignore
  for (const [text, markup] of rows) assert.equal(shown(text), markup);
});

test('videos are recognized by their common URLs', () => {
  for (const address of [
    'https://youtu.be/dQw4w9WgXcQ?t=3',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3s',
    'https://m.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  ])
    assert.deepEqual(parseVideo(address), { at: 'youtube', id: 'dQw4w9WgXcQ', secret: '' }, address);
  assert.deepEqual(parseVideo('https://vimeo.com/76979871/8272103f6e'), {
    at: 'vimeo',
    id: '76979871',
    secret: '8272103f6e',
  });
  assert.deepEqual(parseVideo('https://a.example/x.mp4?y'), { at: 'file', url: 'https://a.example/x.mp4?y' });
  for (const address of [
    '',
    'x',
    'https://a.example/',
    'http://a.example/x.mp4',
    'https://youtube.com/',
    'https://youtu.be/"><script>',
    'https://vimeo.com/about',
    'javascript:x.mp4',
    'https://a:b@a.example/x.mp4',
  ])
    assert.equal(parseVideo(address), undefined, address);
  const youtube = parseVideo('https://youtu.be/dQw4w9WgXcQ');
  assert.equal(youtube && playerFor(youtube)?.origin, 'https://www.youtube-nocookie.com');
});

test('social accounts are given by URL or user name', () => {
  const rows = [
    ['instagram', '@ada', 'https://www.instagram.com/ada'],
    ['mastodon', '@ada@social.example', 'https://social.example/@ada'],
    ['youtube', 'ada', 'https://www.youtube.com/@ada'],
    ['github', 'https://github.com/ada', 'https://github.com/ada'],
    ['email', 'ada@example.org', 'mailto:ada@example.org'],
    ['phone', '+44 (20) 7946-0000', 'tel:+442079460000'],
    ['whatsapp', '+44 20 7946 0000', 'https://wa.me/442079460000'],
    ['website', 'ada.example', 'https://ada.example/'],
  ] as const;
  for (const [network, given, url] of rows)
    assert.deepEqual(parseAccounts({ [network]: given }), [{ network, url }]);
  for (const [network, given] of [
    ['instagram', 'javascript:alert(1)'],
    ['mastodon', 'ada'],
    ['email', 'ada'],
    ['phone', 'call me'],
    ['website', 'localhost'],
    ['x', 'https://a:b@x.com/'],
  ] as const)
    assert.throws(() => parseAccounts({ [network]: given }), { kind: 'invalid', field: network }, given);
  assert.throws(() => parseAccounts({}), { kind: 'invalid' });
});

test('a block can link to websites, email addresses and phone numbers', () => {
  const config = testConfig();
  assert.equal(parseDestination('url', ' https://a.example/ ', config), 'https://a.example/');
  assert.equal(parseDestination('url', 'MAILTO:ada@example.org', config), 'mailto:ada@example.org');
  assert.equal(parseDestination('url', 'tel:+44 20 79', config), 'tel:+442079');
  for (const bad of [
    '',
    'x',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://127.0.0.1/',
    'http://hop.test/x',
    'mailto:x',
    'https://u:p@a.example/',
  ])
    assert.throws(
      () => parseDestination('metaimage', bad, config),
      { kind: 'invalid', field: 'metaimage' },
      bad,
    );
});

test('a schedule must start before it ends', () => {
  assert.deepEqual(parseSchedule({}), { startsAt: null, endsAt: null });
  const { startsAt, endsAt } = parseSchedule({ starts: '2030-01-02T03:04', ends: '2030-01-02T03:05:06' });
  assert.deepEqual(
    [startsAt?.toISOString(), endsAt?.toISOString()],
    ['2030-01-02T03:04:00.000Z', '2030-01-02T03:05:06.000Z'],
  );
  for (const [fields, field] of [
    [{ starts: '2030-02-30T10:00' }, 'starts'],
    [{ starts: 'soon' }, 'starts'],
    [{ ends: '0000-01-01T00:00' }, 'ends'],
    [{ ends: '2030-01-01T25:00' }, 'ends'],
    [{ starts: '2030-01-02T00:00', ends: '2030-01-02T00:00' }, 'ends'],
  ] as const)
    assert.throws(() => parseSchedule(fields), { kind: 'invalid', field }, JSON.stringify(fields));
});

test('blocks appear and disappear on schedule', () => {
  const at = (hour: number) => new Date(Date.UTC(2030, 0, 1, hour));
  const block = { id: '1', startsAt: at(2), endsAt: at(4), isHidden: false };
  assert.deepEqual(
    [1, 2, 3, 4].map((hour) => isShown(block, at(hour))),
    [false, true, true, false],
  );
  assert.equal(isShown({ ...block, isHidden: true }, at(3)), false);
  assert.deepEqual(
    [1, 2, 4].map((hour) => nextChange([block], at(hour))),
    [at(2), at(4), null],
  );
});
