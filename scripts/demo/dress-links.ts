import { days } from '../../src/kernel/time.ts';
import { ownedCampaigns } from '../../src/links/campaigns/campaigns.ts';
import { assignItem, ownedChannels } from '../../src/links/channels/channels.ts';
import type { ItemType } from '../../src/links/channels/items.ts';
import { ownedPixels } from '../../src/links/pixels/pixels.ts';
import { setTags } from '../../src/links/tags/tags.ts';
import type { LinkInput } from '../../src/links/shorten/options/options.ts';
import { updateLink } from '../../src/links/shorten/change-links.ts';
import { addOverlayAnswer } from '../../src/links/overlays/answers.ts';
import { addOverlay } from '../../src/links/overlays/overlays.ts';
import { addSplashPage } from '../../src/links/splash/splash-pages.ts';
import type { App } from '../../src/platform/app.ts';
import { at } from './at.ts';
import { type Cast, viewerOf } from './cast.ts';
import type { FollowedLink } from './follow-links.ts';
import { paint } from './paint/paint.ts';

const owner = 'ada';

/** Interstitials and pixels of the demo links. */
interface Extras {
  splash: string;
  poll: string;
  message: string;
  pixels: string[];
  campaign: string;
}

/** Adds everything else that a link can have: tags, groups, rules and interstitials. */
export async function addLinkExtras(app: App, cast: Cast, followed: readonly FollowedLink[]): Promise<void> {
  const then = at(app, app.clock.now().getTime() - days(2));
  const own = followed.filter((each) => each.owner === owner);
  const extras = await addExtras(then, cast, own);
  const viewer = viewerOf(cast, owner);
  for (const [alias, change] of Object.entries(changes(extras))) {
    const link = find(own, alias);
    await updateLink(then, viewer, link.id, { url: link.url, ...change });
  }
  for (const [alias, tags] of Object.entries(tagsOf)) await setTags(then, viewer, find(own, alias).id, tags);
  for (const { name, description, color, isStarred, items } of channels) {
    const { id } = await ownedChannels.add(then, viewer, { name, description, color, isStarred });
    for (const [type, key] of items) await assignItem(then, viewer, id, { type, id: find(own, key).id });
  }
}

/** Finds a link by its alias, or a QR code by its name, because its alias is random. */
function find(own: readonly FollowedLink[], key: string): FollowedLink {
  const found = own.find(({ alias, title }) => alias === key || title === key);
  if (!found) throw new Error(`The demo has no link ${key}`);
  return found;
}

async function addExtras(app: App, cast: Cast, own: readonly FollowedLink[]): Promise<Extras> {
  const viewer = viewerOf(cast, owner);
  const banner = {
    field: 'banner',
    name: 'banner.jpg',
    type: 'image/jpeg',
    body: await paint('night', 'sky'),
  };
  const splash = await addSplashPage(
    app,
    viewer,
    {
      name: 'Before the sky',
      title: 'Clear skies tonight',
      message: 'We look up together on Thursday at nine. Bring a coat.',
      button: 'What we saw last time',
      url: 'https://en.wikipedia.org/wiki/Caroline_Herschel',
      seconds: '15',
    },
    [banner],
  );
  const poll = await addOverlay(app, viewer, 'poll', {
    name: 'Next book',
    corner: 'bottom-right',
    dismissible: 'on',
    title: 'What do we read next?',
    choices: votes.map(([book]) => book).join('\n'),
    results: 'on',
  });
  const message = await addOverlay(app, viewer, 'message', {
    name: 'Come and read',
    corner: 'bottom-left',
    dismissible: 'on',
    title: 'Read it with us',
    text: 'Thursdays from six, in the reading room.',
    button: 'How to find us',
    url: 'https://www.openstreetmap.org/',
  });
  const linkId = find(own, 'standard').id;
  for (const [choice, count] of votes)
    for (let i = 0; i < count; i++)
      await addOverlayAnswer(
        app,
        poll,
        { ownerId: viewer.id, linkId, page: `${choice} ${i}`, address: `192.0.2.${i}` },
        { choice },
      );
  const analytics = await ownedPixels.add(app, viewer, {
    provider: 'gapixel',
    name: 'Reading room',
    tag: 'G-ABC1234567',
  });
  const ads = await ownedPixels.add(app, viewer, {
    provider: 'pinterest',
    name: 'Autumn board',
    tag: '2612345678901',
  });
  const campaign = await ownedCampaigns.add(app, viewer, { name: 'Autumn reading', isPublic: true });
  return {
    splash: splash.id,
    poll: poll.id,
    message: message.id,
    pixels: [analytics.id, ads.id],
    campaign: campaign.id,
  };
}

const votes = [
  ['Middlemarch', 7],
  ['The Moonstone', 4],
  ['Cranford', 2],
] as const;

const changes = ({
  splash,
  poll,
  message,
  pixels,
  campaign,
}: Extras): Record<string, Partial<LinkInput>> => ({
  gutenberg: {
    places: [
      { location: 'DE', link: 'https://www.projekt-gutenberg.org/' },
      { location: 'US', state: 'California', link: 'https://archive.org/details/texts' },
    ],
    languages: [{ language: 'fr', link: 'https://fr.wikisource.org/' }],
    campaignId: campaign,
  },
  maps: {
    devices: [
      { device: 'iPhone', link: 'https://organicmaps.app/' },
      { device: 'Android', link: 'https://osmand.net/' },
    ],
  },
  notes: {
    variants: [
      { name: 'With the table', weight: 40, link: 'https://en.wikipedia.org/wiki/Bernoulli_number' },
      { name: 'The whole memoir', weight: 20, link: 'https://en.wikipedia.org/wiki/Luigi_Federico_Menabrea' },
    ],
    parameters: [{ name: 'utm_source', value: 'reading-room' }],
    campaignId: campaign,
  },
  draft: { password: 'bernoulli' },
  lecture: { clickLimit: 2000, expiredUrl: 'https://www.rigb.org/whats-on' },
  sky: { type: splash },
  standard: { type: `overlay-${poll}`, campaignId: campaign },
  source: { type: `overlay-${message}` },
  listen: { pixelIds: pixels, campaignId: campaign },
});

const tagsOf: Record<string, string[]> = {
  notes: ['engine', 'essay'],
  engine: ['engine'],
  loom: ['engine', 'craft'],
  gutenberg: ['books'],
  standard: ['books', 'craft'],
  listen: ['books', 'aloud'],
  source: ['books'],
  lecture: ['aloud'],
};

const channels: readonly {
  name: string;
  description: string;
  color: string;
  isStarred?: boolean;
  items: readonly [ItemType, string][];
}[] = [
  {
    name: 'Reading room',
    description: 'What hangs at the door and lies on the tables.',
    color: '#2a8f64',
    isStarred: true,
    items: [
      ['links', 'gutenberg'],
      ['links', 'standard'],
      ['links', 'listen'],
      ['bio', 'ada'],
      ['qr', 'Poster in the hall'],
      ['qr', 'Bookmark for the fair'],
    ],
  },
  {
    name: 'Lectures',
    description: 'For everyone in the front row.',
    color: '#3b76d6',
    items: [
      ['links', 'notes'],
      ['links', 'engine'],
      ['links', 'lecture'],
      ['qr', 'Visiting card'],
    ],
  },
];
