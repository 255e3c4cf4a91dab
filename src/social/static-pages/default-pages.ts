import { t } from '../../kernel/translation/translate.ts';
import type { StaticPage } from './static-page.ts';

interface Place {
  name: string;
  url: string;
  /** Days between asking for the deletion of an account and the deletion. */
  closingDays: number;
}

/**
 * What is published until the operators write their own: what the software does, and nothing that only they can promise.
 */
export const defaultPages = (place: Place): readonly StaticPage[] =>
  [
    { slug: 'about', title: t('About {name}', { name: place.name }), body: about(place) },
    { slug: 'terms', title: t('Terms of use'), body: terms(place) },
    { slug: 'privacy', title: t('Privacy'), body: privacy(place) },
  ].map((page, index) => ({
    ...page,
    id: '0',
    language: 'en',
    position: index,
    inFooter: true,
    updatedAt: new Date(0),
  }));

const ownText = ({ name }: Place) =>
  `*The operators of ${name} have not published a text of their own here. This one comes with the software, and describes what it does. [Contact the operators](/contact) with questions.*`;

const about = (place: Place) => `
${place.name} is a social network at [${place.url}](${place.url}). It is an installation of Plaza, which anyone can run on a server of their own. The people who run this one decide who can join, and which rules apply.

People write posts, articles, questions and answers, take part in forums, and send messages. Short links are part of the same account. There are no advertisements, and the feed is in the order of time.

- [Contact the operators](/contact)
- [Terms of use](/static/terms)
- [Privacy](/static/privacy)
- [For developers](/developers)
`;

const terms = (place: Place) => `
${ownText(place)}

## Your account

You are responsible for what is done with your account. Choose a password that you use nowhere else, and turn on two-factor authentication under Settings. Do not pretend to be someone else.

## Your content

What you publish stays yours. By publishing it here you allow ${place.name} to store it and to show it to the audience that you choose. You can edit and delete it.

## What is not allowed

Anything that is against the law, harassment, threats, spam, and attempts to break or overload the service. Anyone can report content, and moderators can hide or remove it and suspend accounts. You are told about decisions on your content, and can appeal against them.

## The service

${place.name} is provided as it is. It can be unavailable, change or end. You can download your data under Settings at any time.
`;

const privacy = (place: Place) => `
${ownText(place)}

## What is stored

- Your account: name, username, email address, a hash of your password, and what you add to your profile.
- What you publish, send and upload, and how you react to, follow and save what others do.
- Your sessions: the browser and the network address that you signed in from, so that you can check them under Settings.
- Logs and limits: requests with their network addresses, for as long as it takes to protect and operate the service.

## Who sees it

Public posts can be read by anyone, also by search engines and programs. Posts for friends and messages are shown to the people they are for. Operators and moderators can see what is reported to them. Operators have access to the server and its database.

## Cookies

One that keeps you signed in, and one that remembers the theme that you choose. There are no advertisements and no trackers of other companies.

## Your choices

Under Settings you can change who sees what, download all of your data, and delete your account. An account is deleted ${String(place.closingDays)} days after you ask for it; until then you can change your mind.

[Contact the operators](/contact) with questions or requests about your data.
`;
