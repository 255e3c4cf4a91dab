import assert from 'node:assert/strict';
import { contrast, readable, type Rgb } from '../../kernel/contrast.ts';
import { loadSharp } from '../../platform/files/sharp.ts';
import { getBranding } from '../../platform/settings/branding.ts';
import { accentScale, brandStyle, toOklch } from '../../web/brand-style.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { updateSiteSettings } from '../../identity/operators/settings.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { test } from '../../../test/app.ts';

testPlaza(
  'the operator’s name, color and font are on every page at once',
  async ({ app, olga, ada, plaza }) => {
    const plain = (await plaza.page(ada, '/')).text;
    assert.match(plain, /class="word-mark"/);
    assert.doesNotMatch(plain, /brand\.css/);
    await updateSiteSettings(app, olga, { ...(await getSiteSettings(app)), name: 'Agora' });
    const look = { accent: '#AA0044', font: 'serif', ownColor: 'on' };
    assert.equal((await plaza.form(ada, '/operator/branding', look)).status, 403);
    assert.equal((await plaza.form(olga, '/operator/branding', look)).status, 303);
    const { text } = await plaza.page(ada, '/');
    assert.match(text, /<title>[^<]* · Agora<\/title>/);
    assert.match(text, /class="own-mark">[^]*?<b dir="auto">Agora<\/b>/);
    const [, href = ''] = /href="(\/brand\.css\?v=\w+)"/.exec(text) ?? [];
    const style = await plaza.page(undefined, href);
    assert.match(style.text, /data-service='plaza'.*--accent:light-dark\(oklch\(0\.475/);
    assert.match(style.text, /--sans:Charter/);
    assert.equal(style.headers['content-type'], 'text/css; charset=utf-8');
    assert.match(String(style.headers['cache-control']), /immutable/);
    const other = await plaza.page(undefined, '/brand.css?v=other');
    assert.equal(other.headers['cache-control'], 'no-cache', 'not for ever in the place of another version');
    const manifest = JSON.parse((await plaza.page(undefined, '/manifest.webmanifest')).text) as {
      name: string;
    };
    assert.equal(manifest.name, 'Agora');
    const { ownColor, ...withoutColor } = look;
    assert.equal(ownColor, 'on');
    await plaza.form(olga, '/operator/branding', { ...withoutColor, font: 'sans' });
    assert.deepEqual(await getBranding(app), { logo: '', accent: '', font: 'sans' });
    assert.doesNotMatch((await plaza.page(ada, '/')).text, /brand\.css/);
  },
);

testPlaza('the icon of the installed app is made from the operator’s logo', async ({ olga, plaza }) => {
  const icon = async () => (await plaza.inject({ url: '/icon-maskable.png' })).rawPayload;
  const ours = await icon();
  const sharp = await loadSharp();
  const channels = { width: 200, height: 100, channels: 3, background: '#aa0044' } as const;
  const body = await sharp({ create: channels }).png().toBuffer();
  const look = { accent: '#aa0044', font: 'sans' };
  const sent = await plaza.multipart(olga, '/operator/branding', look, {
    field: 'logo',
    name: 'logo.png',
    body,
  });
  assert.equal(sent.status, 303);
  const made = sharp(await icon());
  const { width, height } = await made.metadata();
  assert.deepEqual([width, height], [512, 512]);
  const { data } = await made.raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * 512 + x) * 3, (y * 512 + x) * 3 + 3)];
  assert.deepEqual(at(5, 5), [255, 255, 255]);
  assert.ok((at(256, 256)[0] ?? 0) > 150 && (at(256, 256)[1] ?? 255) < 30, 'the logo is in the middle');
  await plaza.form(olga, '/operator/branding', { ...look, removeLogo: 'on' });
  assert.deepEqual(await icon(), ours);
});

test('every color is readable, light and dark', () => {
  for (let hue = 0; hue < 360; hue += 10)
    for (const [on, off] of [
      ['on-accent', 'accent'],
      ['on-accent', 'accent-strong'],
      ['accent-text', 'accent-soft'],
    ] as const)
      for (const at of [0, 2] as const) {
        const [one, other] = [on, off].map((name) => {
          const scale = accentScale[name as keyof typeof accentScale];
          return toRgb(scale[at], scale[(at + 1) as 1 | 3], hue);
        }) as [Rgb, Rgb];
        const ratio = contrast(one, other);
        assert.ok(ratio >= readable, `${on} on ${off} at hue ${hue}, ${at ? 'dark' : 'light'}: ${ratio}`);
      }
  assert.equal(brandStyle({ accent: '', font: 'sans' }), '');
  const { chroma, hue } = toOklch('#2b47c4');
  assert.ok(Math.abs(hue - 267) < 5 && chroma > 0.15, `${chroma} ${hue}`);
});

/** sRGB of an OKLCH color, its channels cut off at the ends as a browser does at worst. */
function toRgb(lightness: number, chroma: number, hue: number): Rgb {
  const [a, b] = [Math.cos((hue * Math.PI) / 180) * chroma, Math.sin((hue * Math.PI) / 180) * chroma];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((linear) => {
    const clipped = Math.min(1, Math.max(0, linear));
    return 255 * (clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055);
  }) as unknown as Rgb;
}
