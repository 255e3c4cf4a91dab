import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { type PictureSource, removePicture, storePicture } from '../../platform/pictures.ts';
import { announceBrand, type Branding, getBranding } from '../../platform/settings/branding.ts';
import { getSiteSettings, type SiteSettings, writeSetting } from '../../platform/settings/site-settings.ts';
import type { AuditAction } from './audit-actions.ts';
import { addAuditEntry, describeChanges } from './audit.ts';

export type Operator = Pick<Viewer, 'id'>;

interface Change<S extends object> {
  /** The name under which the settings are stored. */
  name: string;
  action: AuditAction;
  get: (app: App) => Promise<S>;
  after: S;
  /** What the audit log compares. By default, the settings as they are. */
  compared?: (settings: S) => object;
}

/** Stores settings of the installation, and what changed in the audit log. */
export const changeSettings = <S extends object>(
  app: App,
  operator: Operator,
  { name, action, get, after, compared = (settings) => settings }: Change<S>,
): Promise<void> =>
  inTransaction(app, async (app) => {
    const before = await get(app);
    await writeSetting(app, name, after);
    const changes = describeChanges(compared(before), compared(after));
    await addAuditEntry(app, operator.id, action, '', changes);
  });

export const updateSiteSettings = verb(
  { name: 'site-settings.update', who: 'operator' },
  async (app, operator: Operator, settings: SiteSettings): Promise<void> => {
    await changeSettings(app, operator, {
      name: 'site',
      action: 'settings.update',
      get: getSiteSettings,
      after: settings,
    });
    await announceBrand(app);
  },
);

/** Changes how the network looks. `logo` is a new picture, or null to remove it. */
export const updateBranding = verb(
  { name: 'branding.update', who: 'operator' },
  async (
    app,
    operator: Operator,
    { logo, ...look }: Omit<Branding, 'logo'> & { logo?: PictureSource | null },
  ): Promise<void> => {
    const before = await getBranding(app);
    const stored = logo ? (await storePicture(app, operator.id, logo, 'previews', 'logo')).path : '';
    await changeSettings(app, operator, {
      name: 'branding',
      action: 'settings.update',
      get: getBranding,
      after: { ...look, logo: logo === undefined ? before.logo : stored },
    });
    if (logo !== undefined && before.logo !== '') await removePicture(app, before.logo);
    await announceBrand(app);
  },
);
