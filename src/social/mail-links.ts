import { msg, Problem } from '../kernel/problem.ts';
import { sameSecret, signature } from '../kernel/secrets.ts';
import type { App } from '../platform/app.ts';

/** The links by which receivers end one kind of mail, without being signed in. `what` is signed: `no digest`. */
export const unsubscribeLinks = (what: string) => {
  const create = ({ config }: Pick<App, 'config'>, accountId: string): string =>
    `${accountId}.${signature(config.secretKey.toString('hex'), `${what} to ${accountId}`)}`;
  return {
    create,
    /** Returns the account of a token. */
    parse: (app: Pick<App, 'config'>, token: string): string => {
      const [accountId = ''] = token.split('.');
      if (!/^\d{1,18}$/.test(accountId) || !sameSecret(token, create(app, accountId))) throw incompleteLink();
      return accountId;
    },
  };
};

export const incompleteLink = () =>
  new Problem('missing', msg('This link is incomplete. Copy all of it from the email.'));
