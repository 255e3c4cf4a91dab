import { type Static, Type } from 'typebox';
import { contentHash } from '../../kernel/content-hash.ts';
import { hours } from '../../kernel/time.ts';
import { brandFonts, brandStyle } from '../../web/brand-style.ts';
import type { OwnBrand } from '../../web/product.ts';
import type { App } from '../app.ts';
import { smallPath } from '../pictures.ts';
import { defaultName, getSiteSettings, getStoredSettings } from './site-settings.ts';

/** How the network looks, besides its name. */
export const Branding = Type.Object({
  logo: Type.String({ title: 'Logo', description: 'Path of a stored picture; empty for ours', default: '' }),
  accent: Type.String({ title: 'Accent color', pattern: '^(#[0-9a-f]{6})?$', default: '' }),
  font: Type.Enum([...brandFonts], { title: 'Font', default: 'sans' }),
});
export type Branding = Static<typeof Branding>;

export const getBranding = (app: Pick<App, 'db'>): Promise<Branding> =>
  getStoredSettings(app, 'branding', Branding);

/** Published when the name or the look of the network changes. */
const brandTopic = 'branding.changed';

/** How long a process trusts what it read, if a broadcast is lost. */
const remembersFor = hours(1);
const memories = new WeakMap<App['broadcast'], { found?: { brand: Promise<OwnBrand>; until: number } }>();

/** Returns the operator's brand, which every page shows, from memory. */
export function getOwnBrand(app: App): Promise<OwnBrand> {
  const now = performance.now();
  const memory = memoryOf(app);
  if (memory.found && memory.found.until > now) return memory.found.brand;
  const brand = readOwnBrand(app);
  const found = { brand, until: now + remembersFor };
  memory.found = found;
  brand.catch(() => {
    if (memory.found === found) delete memory.found;
  });
  return brand;
}

/** Forgets the brand in this process at once, and in others soon after. */
export function announceBrand(app: App): Promise<void> {
  delete memoryOf(app).found;
  return app.broadcast.publish(app, brandTopic, null);
}

function memoryOf({ broadcast }: App) {
  const known = memories.get(broadcast);
  if (known) return known;
  const memory: NonNullable<ReturnType<typeof memories.get>> = {};
  memories.set(broadcast, memory);
  const forget = () => {
    delete memory.found;
  };
  broadcast.subscribe(brandTopic, forget);
  broadcast.onGap(forget);
  return memory;
}

async function readOwnBrand(app: App): Promise<OwnBrand> {
  const [{ name }, branding] = await Promise.all([getSiteSettings(app), getBranding(app)]);
  const style = brandStyle(branding);
  return {
    name: name === defaultName ? undefined : name,
    logo: branding.logo === '' ? undefined : app.files.address(smallPath(branding.logo)),
    style: style === '' ? undefined : { css: style, href: `/brand.css?v=${contentHash(style)}` },
  };
}
