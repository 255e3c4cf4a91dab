import { type Static, Type } from 'typebox';
import { contentHash } from '../../kernel/content-hash.ts';
import { brandFonts, brandStyle } from '../../web/brand-style.ts';
import type { OwnBrand } from '../../web/product.ts';
import type { App } from '../app.ts';
import { smallPath } from '../pictures.ts';
import { remembered } from '../remembered.ts';
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

const brand = remembered('branding.changed', readOwnBrand);

/** Returns the operator's brand, which every page shows, from memory. */
export const getOwnBrand = (app: App): Promise<OwnBrand> => brand.get(app, '');

/** Announces that the name or the look of the network changed. */
export const announceBrand = (app: App): Promise<void> => brand.announce(app, '');

async function readOwnBrand(app: App): Promise<OwnBrand> {
  const [{ name }, branding] = await Promise.all([getSiteSettings(app), getBranding(app)]);
  const style = brandStyle(branding);
  return {
    name: name === defaultName ? undefined : name,
    logo: branding.logo === '' ? undefined : app.files.address(smallPath(branding.logo)),
    logoFile: branding.logo === '' ? undefined : smallPath(branding.logo),
    style: style === '' ? undefined : { css: style, href: `/brand.css?v=${contentHash(style)}` },
  };
}
