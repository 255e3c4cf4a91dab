import { sql } from 'kysely';
import { emailColumns } from '../../kernel/comparable.ts';
import { checkAll, invalid, Problem, msg } from '../../kernel/problem.ts';
import { normalize } from '../../kernel/text.ts';
import { type App, verb, inTransaction } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { getSiteSettings, type SiteSettings } from '../../platform/settings/site-settings.ts';
import { createAccessKey } from '../access-keys.ts';
import {
  parseName,
  refuseBadEmail,
  refuseBadUsername,
  refuseLookalike,
  getDisposableDomains,
  rejectDisposableEmail,
} from '../account/names.ts';
import { isOnList, type ListOption, listTitled } from '../account/people.ts';
import { type GivenBirthdate, parseBirthdate } from '../account/viewer.ts';
import { sendActivationCode } from '../activation/activation.ts';
import { emailTaken, refuseReservedEmail } from '../credentials/credentials.ts';
import { hashPassword, refuseGuessablePassword, refuseWeakPassword } from '../credentials/password.ts';
import { refusePasswords } from '../providers/providers.ts';
import { listFields, parseAnswers, type ProfileField, saveAnswers } from '../profile-fields.ts';
import { beginSession, type Device, type StartedSession } from '../sessions/sessions.ts';
import { useSignUpInvitation } from './invitations.ts';
import { addRegistrationRequest, parseAnswer } from './requests.ts';
import { proposeUsername } from './usernames.ts';
import { countSignUp, signUpTries } from './sign-up-limits.ts';

/**
 * Creates an account and signs it in. Counts only created accounts. Rejected sign-ups count only as attempts.
 */
export const signUp = verb(
  { name: 'sign-up.sign-up', who: 'anyone', limit: signUpTries },
  async (app, given: NewAccount, device: Device): Promise<StartedSession> => {
    await refusePasswords(app);
    const accountId = await countSignUp(app, device, () => register(app, given));
    return beginSession(app, accountId, device);
  },
);

export interface NewAccount {
  /** May be blank if the form has a single name field; one is then made from the name. */
  username: string;
  email: string;
  /** Omitted for a person who signs in with a provider. */
  password?: string;
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
  /** The answer to the operator's question, where registrations are approved. */
  registrationAnswer?: string | undefined;
  /** Answers to custom profile fields, as `fld_<id>`. Omitted when no form asked, as in scripts. */
  answers?: Readonly<Record<string, unknown>> | undefined;
  /** Whether a provider admits the person, whatever the settings of registration are. */
  isAdmitted?: boolean;
  /** Whether a provider has verified the address. */
  isEmailVerified?: boolean;
  /** When the person joined, and what they say of themselves, if the community was elsewhere before. */
  registeredAt?: Date;
  biography?: string;
  /** A made-up person of the demo: never the operator, and added whatever the settings of registration are. */
  isSample?: boolean;
}

/**
 * Creates an account with an API key for Hop. The first person of an installation becomes the operator, even if
 * several register concurrently. Returns the account's id. Where email addresses are confirmed, an address that
 * another account has is accepted like any other: the account can never confirm it, and only the owner is told.
 */
export async function register(app: App, given: NewAccount): Promise<string> {
  const { firstName, lastName, nameField, username } = given;
  const isToPropose = nameField !== undefined && username.trim() === '';
  const named = isToPropose
    ? { ...given, username: await proposeUsername(app, `${firstName} ${lastName}`) }
    : given;
  const { password, ...account } = await tidy(app, named);
  const passwordHash = password === undefined ? '' : await hashPassword(password);
  return addAccount(app, { ...account, passwordHash });
}

/** Adds an account from validated input. */
export async function addAccount(
  app: App,
  { passwordHash, ...account }: Omit<NewAccount, 'password'> & { passwordHash: string },
): Promise<string> {
  const settings = await getSiteSettings(app);
  return inTransaction(app, async (app) => {
    const { isSample = false, isAdmitted = false } = account;
    const role = isSample ? 'member' : await roleOfNewcomer(app);
    const isMember = role === 'member' && !isSample;
    if (isMember && !isAdmitted) refuseUninvited(settings, account.invitationCode);
    await refuseLookalike(app, { text: account.username, field: 'username' });
    const name = `${account.firstName} ${account.lastName}`.trim();
    await refuseLookalike(app, { text: name, field: account.nameField ?? 'first_name', isOwnName: true });
    const now = app.clock.now();
    const asksFirst = isMember && settings.activation && !account.isEmailVerified;
    // An invitation is an approval.
    const isInvited = Boolean(account.invitationCode?.trim());
    const waits = isMember && settings.registration === 'approval' && !isInvited && !isAdmitted;
    const answer = waits ? parseAnswer(settings, account.registrationAnswer) : '';
    const { id } = await app.db
      .insertInto('identity.account')
      .values({
        username: account.username,
        ...emailColumns(account.email),
        password_hash: passwordHash,
        first_name: account.firstName,
        last_name: account.lastName,
        gender: await parseGender(app, account.gender),
        phone: account.phone?.trim().slice(0, 40) ?? '',
        birthdate: parseBirthdate(account.born ?? {}, now, account.answers ? settings.minimumAge : 0) ?? null,
        user_group_id: await parseGroup(app, settings, account.userGroupId),
        role,
        is_sample: isSample,
        registered_at: account.registeredAt ?? now,
        ...(account.biography && { biography: account.biography }),
        activated_at: asksFirst || waits ? null : now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(throwFieldConflict);
    if (!asksFirst && !waits) await refuseReservedEmail(app, account.email, id);
    if (account.answers) await saveNewcomerAnswers(app, id, account.answers);
    const usesInvitation =
      settings.registration === 'invitation' || (settings.registration === 'approval' && isInvited);
    if (isMember && !isAdmitted && usesInvitation)
      await useSignUpInvitation(app, account.invitationCode ?? '', id);
    if (waits) await addRegistrationRequest(app, id, answer);
    if (asksFirst) await sendActivationCode(app, id);
    await createAccessKey(app, id);
    return id;
  });
}

async function tidy(app: Pick<App, 'config'>, given: NewAccount): Promise<NewAccount> {
  const disposable = await getDisposableDomains();
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
        given.nameField ? msg('Enter your name') : msg('Enter your first name'),
      )),
    () => (account.lastName = parseLastName(given)),
    () => refuseBadUsername(account.username),
    () => {
      refuseBadEmail(account.email);
      rejectDisposableEmail(account.email, disposable);
    },
    () => {
      if (account.password === undefined) return;
      refuseWeakPassword(account.password);
      refuseGuessablePassword(app, account.password, account);
    },
  );
  return account;
}

const parseLastName = ({ lastName, nameField }: NewAccount): string =>
  nameField && lastName === ''
    ? ''
    : parseName(lastName, nameField ?? 'last_name', msg('Enter your last name'));

function refuseUninvited({ registration }: SiteSettings, invitationCode: string | undefined): void {
  if (registration === 'closed') throw new Problem('forbidden', msg('Registration is closed'));
  if (registration === 'invitation' && !invitationCode?.trim())
    throw new Problem('forbidden', msg('Registration is by invitation. Enter your invitation code.'), {
      field: 'invitation_code',
    });
}

/** Choosing a group is optional. The choice must be on the list. */
async function parseGroup(app: App, { chooseGroup }: SiteSettings, id: string | undefined) {
  if (!chooseGroup || !id || id === '0' || id === 'none') return null;
  if (!(await isOnList(app, 'user_group', id)))
    throw invalid('custom_user_group', msg('Choose a group from the list'));
  return id;
}

async function parseGender(app: App, id: string | undefined): Promise<string> {
  if (!id || id === '0' || id === 'none') return '';
  if (!(await isOnList(app, 'gender', id)))
    throw invalid('gender', msg('gender must be from the list of genders'));
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
    throw new Problem('conflict', msg('This username is taken'), { field: 'username' });
  if (isDuplicate(error, 'account_email_key')) throw emailTaken();
  throw error;
}

/** Records that a new member has completed or skipped the onboarding steps. */
export const finishFirstSteps = verb(
  { name: 'sign-up.finish-first-steps', who: 'member' },
  async ({ db, clock }, accountId: string) => {
    await db
      .updateTable('identity.account')
      .set({ started_at: clock.now() })
      .where('id', '=', accountId)
      .where('started_at', 'is', null)
      .execute();
  },
);

/** The sign-up form's fields beyond the name. */
export interface SignUpFields {
  /** Whether nobody has an account yet. The first to register becomes the operator. */
  isFirst: boolean;
  registration: SiteSettings['registration'];
  /** What operators ask those whom they approve. */
  question: string;
  minimumAge: number;
  /** Empty if sign-up does not ask for it. */
  genders: readonly ListOption[];
  groups: readonly ListOption[];
  fields: readonly ProfileField[];
}

export async function getAsked(app: App): Promise<SignUpFields> {
  const { registration, question, minimumAge, genders, gendersAtSignUp, chooseGroup } =
    await getSiteSettings(app);
  return {
    isFirst: !(await hasPerson(app)),
    registration,
    question,
    minimumAge,
    genders: genders && gendersAtSignUp ? await listTitled(app, 'gender') : [],
    groups: chooseGroup ? await listTitled(app, 'user_group') : [],
    fields: (await listFields(app)).filter(({ atSignUp }) => atSignUp),
  };
}
