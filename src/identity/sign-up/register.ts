import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { emailColumns } from '../../kernel/comparable.ts';
import { normalize } from '../../kernel/text.ts';
import { Problem, checkAll, invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { getSiteSettings, type SiteSettings } from '../../platform/settings/site-settings.ts';
import { createAccessKey } from '../keys/access-keys.ts';
import { sendActivationCode } from '../activation/send-activation-code.ts';
import { parseBirthdate, type GivenBirthdate } from '../account/birthdate.ts';
import { emailTaken, refuseReservedEmail } from '../credentials/email-holder.ts';
import { useInvitation } from './invitations.ts';
import { parseName, refuseBadEmail, refuseBadUsername, rejectDisposableEmail } from '../account/names.ts';
import { hashPassword, refuseGuessablePassword, refuseWeakPassword } from '../credentials/password.ts';
import { saveAnswers, parseAnswers } from '../profile-fields/answers.ts';
import { listFields } from '../profile-fields/list-fields.ts';
import { refuseLookalike } from '../account/refuse-lookalike.ts';
import { isOnList } from '../account/titled-lists.ts';

export interface NewAccount {
  username: string;
  email: string;
  password: string;
  firstName: string;
  /** Empty for people with one name, if the form has a single name field. */
  lastName: string;
  /**
   * The field that errors name, if the form has a single name field. Omitted if each part has its own field.
   */
  nameField?: 'name';
  /** Id of a gender. */
  gender?: string | undefined;
  phone?: string | undefined;
  born?: GivenBirthdate | undefined;
  userGroupId?: string | undefined;
  invitationCode?: string | undefined;
  /** Answers to custom profile fields, as `fld_<id>`. Omitted when no form asked, as in scripts. */
  answers?: Readonly<Record<string, unknown>> | undefined;
  /** A made-up person of the demo: never the operator, and added whatever the settings of registration are. */
  isSample?: boolean;
}

/**
 * Creates an account with an API key for Hop. The first person of an installation becomes the operator, even if
 * several register concurrently. Returns the account's id. Where email addresses are confirmed, an address that
 * another account has is accepted like any other: the account can never confirm it, and only the owner is told.
 */
export async function register(app: App, given: NewAccount): Promise<string> {
  const { password, ...account } = tidy(given);
  return addAccount(app, { ...account, passwordHash: await hashPassword(password) });
}

/** Adds an account from validated input. */
export async function addAccount(
  app: App,
  { passwordHash, ...account }: Omit<NewAccount, 'password'> & { passwordHash: string },
): Promise<string> {
  const settings = await getSiteSettings(app);
  return inTransaction(app, async (app) => {
    const { isSample = false } = account;
    const role = isSample ? 'member' : await roleOfNewcomer(app);
    const isMember = role === 'member' && !isSample;
    if (isMember) refuseUninvited(settings, account.invitationCode);
    await refuseLookalike(app, { text: account.username, field: 'username' });
    const name = `${account.firstName} ${account.lastName}`.trim();
    await refuseLookalike(app, { text: name, field: account.nameField ?? 'first_name', isOwnName: true });
    const now = app.clock.now();
    const asksFirst = isMember && settings.activation;
    const { id } = await app.db
      .insertInto('identity.account')
      .values({
        username: account.username,
        ...emailColumns(account.email),
        password_hash: passwordHash,
        first_name: account.firstName,
        last_name: account.lastName,
        gender: await getGender(app, account.gender),
        phone: account.phone?.trim().slice(0, 40) ?? '',
        birthdate: parseBirthdate(account.born ?? {}, now, account.answers ? settings.minimumAge : 0) ?? null,
        user_group_id: await getGroup(app, settings, account.userGroupId),
        role,
        is_sample: isSample,
        registered_at: now,
        activated_at: asksFirst ? null : now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(throwFieldConflict);
    if (!asksFirst) await refuseReservedEmail(app, account.email, id);
    if (account.answers) await saveNewcomerAnswers(app, id, account.answers);
    if (isMember && settings.registration === 'invitation')
      await useInvitation(app, account.invitationCode ?? '', id);
    if (asksFirst) await sendActivationCode(app, id);
    await createAccessKey(app, id);
    return id;
  });
}

function tidy(given: NewAccount): NewAccount {
  const account = {
    ...given,
    username: given.username.trim(),
    email: normalize(given.email.trim().slice(0, 1000), 'NFC'),
  };
  checkAll(
    () =>
      (account.firstName = parseName(
        given.firstName,
        given.nameField ?? 'first_name',
        given.nameField ? t('Enter your name') : t('Enter your first name'),
      )),
    () => (account.lastName = parseLastName(given)),
    () => refuseBadUsername(account.username),
    () => {
      refuseBadEmail(account.email);
      rejectDisposableEmail(account.email);
    },
    () => {
      refuseWeakPassword(account.password);
      refuseGuessablePassword(account.password, account);
    },
  );
  return account;
}

const parseLastName = ({ lastName, nameField }: NewAccount): string =>
  nameField && lastName === ''
    ? ''
    : parseName(lastName, nameField ?? 'last_name', t('Enter your last name'));

function refuseUninvited({ registration }: SiteSettings, invitationCode: string | undefined): void {
  if (registration === 'closed') throw new Problem('forbidden', t('Registration is closed'));
  if (registration === 'invitation' && !invitationCode?.trim())
    throw new Problem('forbidden', t('Registration is by invitation. Enter your invitation code.'), {
      field: 'invitation_code',
    });
}

/** Choosing a group is optional. The choice must be on the list. */
async function getGroup(app: App, { chooseGroup }: SiteSettings, id: string | undefined) {
  if (!chooseGroup || !id || id === '0' || id === 'none') return null;
  if (!(await isOnList(app, 'user_group', id)))
    throw invalid('custom_user_group', t('Choose a group from the list'));
  return id;
}

async function getGender(app: App, id: string | undefined): Promise<string> {
  if (!id || id === '0' || id === 'none') return '';
  if (!(await isOnList(app, 'gender', id)))
    throw invalid('gender', t('gender must be from the list of genders'));
  return id;
}

async function saveNewcomerAnswers(
  app: App,
  id: string,
  answers: Readonly<Record<string, unknown>>,
): Promise<void> {
  const asked = (await listFields(app)).filter(({ atSignUp }) => atSignUp);
  await saveAnswers(app, id, parseAnswers(asked, answers));
}

/** Checks without a lock first, so sign-ups wait for each other only in an empty installation. */
async function roleOfNewcomer(app: App): Promise<'operator' | 'member'> {
  if (await hasPerson(app)) return 'member';
  await sql`select pg_advisory_xact_lock(7267002)`.execute(app.db);
  return (await hasPerson(app)) ? 'member' : 'operator';
}

/** Whether anyone has an account. The people of the demo do not count. */
export async function hasPerson({ db }: Pick<App, 'db'>): Promise<boolean> {
  const anyone = await db
    .selectFrom('identity.account')
    .select('id')
    .where('is_sample', '=', false)
    .limit(1)
    .executeTakeFirst();
  return anyone !== undefined;
}

function throwFieldConflict(error: unknown): never {
  if (isDuplicate(error, 'account_username_key'))
    throw new Problem('conflict', t('This username is taken'), { field: 'username' });
  if (isDuplicate(error, 'account_email_key')) throw emailTaken();
  throw error;
}
