import { type Static, type TObject, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { App } from '../app.ts';
import { remembered } from '../remembered.ts';

export const defaultName = 'Plaza';

/** Settings that operators change on a page. None is secret. */
export const SiteSettings = Type.Object({
  name: Type.String({ title: 'Name of the network', minLength: 1, maxLength: 60, default: defaultName }),
  description: Type.String({
    title: 'Tagline',
    maxLength: 300,
    default: 'A network for people, apps and agents',
  }),
  welcome: Type.String({
    title: 'Welcome text',
    description: 'For visitors, on the front page.',
    maxLength: 1000,
    default: '',
  }),
  registration: Type.Enum(['open', 'approval', 'invitation', 'closed'], {
    title: 'Registration',
    default: 'open',
  }),
  question: Type.String({
    title: 'Question to people who register',
    description: 'Where operators approve registrations.',
    maxLength: 300,
    default: '',
  }),
  activation: Type.Boolean({
    title: 'Require email confirmation',
    description:
      'Sign-up then does not show whether an email address has an account. On by default with SMTP_URL.',
    default: false,
  }),
  minimumAge: Type.Integer({
    title: 'Youngest age to join, in years',
    description: '0 for no minimum.',
    minimum: 0,
    maximum: 99,
    default: 0,
  }),
  genders: Type.Boolean({ title: 'Ask for gender', default: true }),
  gendersAtSignUp: Type.Boolean({ title: 'Ask for gender at sign-up', default: false }),
  chooseGroup: Type.Boolean({ title: 'Ask for a user group', default: false }),
  languages: Type.Array(Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$' }), {
    title: 'Languages of static pages',
    minItems: 1,
    maxItems: 40,
    default: ['en'],
  }),
});
export type SiteSettings = Static<typeof SiteSettings>;

const site = remembered('site.changed', readSiteSettings);

/** Returns the operator's settings, which most documents read, from memory. They are read anew in a transaction. */
export const getSiteSettings = (app: App): Promise<SiteSettings> => site.get(app, '');

/** Stored settings, merged with the defaults. Unknown keys of older versions are ignored. */
async function readSiteSettings(app: Pick<App, 'db' | 'config'>): Promise<SiteSettings> {
  const { REGISTRATION: registration, SMTP_URL } = app.config;
  const defaults = { ...Value.Create(SiteSettings), registration, activation: SMTP_URL !== '' };
  const known = Object.entries((await getSetting(app, 'site')) ?? {}).filter(
    ([name, value]) => name in SiteSettings.properties && isFit(name, value),
  );
  return { ...defaults, ...Object.fromEntries(known) };
}

const isFit = (name: string, value: unknown): boolean =>
  Value.Check(SiteSettings.properties[name as keyof SiteSettings], value);

/** Stored settings, merged with the defaults. The defaults alone if what is stored does not fit any more. */
export async function getStoredSettings<Schema extends TObject>(
  app: Pick<App, 'db'>,
  name: string,
  schema: Schema,
): Promise<Static<Schema>> {
  const stored: unknown = { ...(Value.Create(schema) as object), ...(await getSetting(app, name)) };
  return Value.Check(schema, stored) ? stored : Value.Create(schema);
}

/** The stored setting with this name, or undefined. It may have the format of an older version. */
async function getSetting({ db }: Pick<App, 'db'>, name: string): Promise<object | undefined> {
  const row = await db
    .selectFrom('system.setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value as object | undefined;
}

export async function writeSetting(app: App, name: string, value: object): Promise<void> {
  const { db, clock } = app;
  const row = { value: JSON.stringify(value), changed_at: clock.now() };
  await db
    .insertInto('system.setting')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
  if (name === 'site') await site.announce(app, '');
}
