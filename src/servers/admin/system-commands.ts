import { removeSuppression } from '../../identity/mail/suppressions.ts';
import { addApiClient, listApiClients, revokeApiClient } from '../../identity/api-clients/api-clients.ts';
import { findViewer } from '../../identity/account/viewer.ts';
import { missing, msg } from '../../kernel/problem.ts';
import { decideLink } from '../../links/safety/decisions.ts';
import { findAnyLink, followedAddress, getWatched, linkSubject } from '../../links/safety/reading.ts';
import type { ModeratedLink } from '../../links/safety/reading.ts';
import { deleteLink } from '../../links/shorten/change-links.ts';
import { receivingAddresses } from '../../paid/settlement/receiving-addresses.ts';
import type { App } from '../../platform/app.ts';
import { resendOutbox } from '../../platform/mail/outbox.ts';
import { listSuppressions } from '../../platform/mail/suppressions.ts';
import { sweepFiles } from '../../platform/jobs/system-jobs.ts';
import { dropJobs, listJobs, rebuildSearch, retryJobs } from '../../platform/operations/job-queue.ts';
import { Settings } from '../../platform/settings/config.ts';
import { getUsage, listUsage } from '../../social/uploads/usage.ts';
import { checkLedger } from '../../social/wallet/balances.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';
import { getPersonId } from './people-commands.ts';

async function findLink(app: App, given: string): Promise<ModeratedLink> {
  const found = await findAnyLink(app, given);
  if (found) return found;
  if (/^\d{1,18}$/.test(given)) return getWatched(app, given);
  throw missing(msg('Link'));
}

const showLink = ({ app }: CommandContext, link: ModeratedLink) => ({
  address: followedAddress(app.config, link),
  ...link,
});

const ofLink = async ({ app }: CommandContext, [short = '']: readonly string[]) =>
  linkSubject((await findLink(app, short)).id);

const decide =
  (decision: 'suspend' | 'approve'): Command['run'] =>
  async (context, [short = '']) => {
    const { app, actor, options } = context;
    const { id } = await findLink(app, short);
    await decideLink(app, await actor(), id, { decision, reason: options.reason });
    return showLink(context, await getWatched(app, id));
  };

/** Names of settings whose value is a secret, or contains one. */
const isSecret = (name: string) =>
  /SECRET|KEY|TOKEN|PASSPHRASE|IDENTITY|HEADERS|_URL$/.test(name) && !/^(PLAZA|HOP|SOURCE)_URL$/.test(name);

const allIds = async (app: App): Promise<string[]> =>
  (await listJobs(app, 10_000))
    .filter(({ attempts, maxAttempts }) => attempts >= maxAttempts)
    .map(({ id }) => id);

/** Commands about links, files and the system. */
export const systemCommands: readonly Command[] = [
  {
    words: 'link show',
    args: ['LINK'],
    about: 'a short link, by its address, alias or id',
    run: async (context, [short = '']) => showLink(context, await findLink(context.app, short)),
  },
  {
    words: 'link hold',
    args: ['LINK'],
    about: 'suspends a link; the owner sees the reason',
    needsReason: true,
    subject: ofLink,
    run: decide('suspend'),
  },
  {
    words: 'link release',
    args: ['LINK'],
    about: 'lets a suspended link work again',
    subject: ofLink,
    run: decide('approve'),
  },
  {
    words: 'link delete',
    args: ['LINK'],
    about: 'deletes a link; its owner can restore it',
    subject: ofLink,
    run: async (context, [short = '']) => {
      const { app } = context;
      const { id, ownerId } = await findLink(app, short);
      const owner = await findViewer(app, ownerId);
      if (!owner) throw missing(msg('Link'));
      await deleteLink(app, owner, id);
      return showLink(context, await getWatched(app, id));
    },
  },
  {
    words: 'media usage',
    args: ['[NAME]'],
    about: 'stored files of an account, or of those with the most',
    run: async ({ app }, [name]) =>
      name === undefined ? listUsage(app) : getUsage(app, await getPersonId(app, name)),
  },
  {
    words: 'media prune',
    args: [],
    about: 'deletes stored files that nothing refers to any more',
    subject: () => '',
    run: async ({ app }) => ({ deleted: await sweepFiles(app) }),
  },
  {
    words: 'search rebuild',
    args: [],
    about: 'rebuilds the indexes of all searches while they are used',
    subject: () => '',
    run: async ({ app }) => ({ indexes: await rebuildSearch(app) }),
  },
  { words: 'jobs list', args: [], about: 'jobs that wait or have failed', run: ({ app }) => listJobs(app) },
  {
    words: 'jobs retry',
    args: ['ID|all'],
    about: 'runs a job again now, or all that failed for good',
    subject: () => '',
    run: async ({ app }, [id = '']) => ({
      retried: await retryJobs(app, id === 'all' ? await allIds(app) : [id]),
    }),
  },
  {
    words: 'jobs drop',
    args: ['ID|all'],
    about: 'removes a job, or all that failed for good',
    subject: () => '',
    run: async ({ app }, [id = '']) => ({
      dropped: await dropJobs(app, id === 'all' ? await allIds(app) : [id]),
    }),
  },
  {
    words: 'mail test',
    args: ['ADDRESS'],
    about: 'sends an email now, and says what the mail server answers',
    run: async ({ app }, [to = '']) => {
      await app.mail.send({ to, subject: 'Test', text: `This is a test of ${app.config.plazaUrl}.` });
      return app.config.SMTP_URL ? 'Sent.' : 'Stored in the outbox: there is no SMTP_URL.';
    },
  },
  {
    words: 'mail resend',
    args: ['ID|all'],
    about: 'sends an email of the outbox after all, or all of them',
    subject: () => '',
    run: async ({ app }, [id = '']) => {
      if (!app.config.SMTP_URL) throw new UsageError('There is no SMTP_URL: it would be stored again.');
      return { resent: await resendOutbox(app, id === 'all' ? undefined : id) };
    },
  },
  {
    words: 'mail suppressed',
    args: ['[ADDRESS|DOMAIN]'],
    about: 'addresses that get no email, because it came back or was called spam',
    run: ({ app }, [q]) => listSuppressions(app, { q }),
  },
  {
    words: 'mail unsuppress',
    args: ['ADDRESS'],
    about: 'sends email to an address again',
    run: async ({ app, actor }, [email = '']) => {
      await removeSuppression(app, await actor(), email);
      return 'Removed.';
    },
  },
  {
    words: 'settings print',
    args: [],
    about: 'all settings, without secrets',
    run: ({ app }) =>
      Promise.resolve(
        Object.fromEntries(
          Object.keys(Settings.properties).map((name) => {
            const value = app.config[name as keyof typeof Settings.properties];
            if (isSecret(name) && value !== '') return [name, '(set)'];
            // Addresses may have credentials.
            return [name, typeof value === 'string' ? value.replace(/\/\/[^/\s]*@/g, '//(set)@') : value];
          }),
        ),
      ),
  },
  {
    words: 'ledger',
    args: [],
    about: 'checks that the wallets add up',
    run: async ({ app }) => {
      const { accounts, transfers, mistakes } = await checkLedger(app);
      if (mistakes.length > 0)
        throw new Error(mistakes.map(({ where, message }) => `${where} ${message}`).join('\n'));
      return { accounts, transfers };
    },
  },
  {
    words: 'keys list',
    args: [],
    about: 'apps with a key for /apis/php',
    run: ({ app }) => listApiClients(app),
  },
  {
    words: 'keys add',
    args: ['NAME'],
    about: 'creates a key for an app, and prints its secret once',
    subject: () => '',
    run: async ({ app, actor }, [name = '']) =>
      addApiClient(app, await actor(), 'confidential', {
        name,
        access: { origins: [], appIds: [], forwardsAddresses: false },
      }),
  },
  {
    words: 'keys revoke',
    args: ['ID'],
    about: 'revokes the key of an app',
    subject: () => '',
    run: async ({ app, actor }, [id = '']) => {
      if (!(await listApiClients(app)).some((client) => client.id === id)) throw missing(msg('App'));
      await revokeApiClient(app, await actor(), id);
      return 'Revoked.';
    },
  },
  {
    words: 'keys receiving',
    args: [],
    about: 'the addresses that receive payments',
    run: ({ app }) => receivingAddresses(app.config),
  },
];
