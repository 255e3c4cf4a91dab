import { chart } from '../../web/components/charts/chart.ts';
import { codeSample } from '../../web/components/code-sample.ts';
import { html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import { hop } from '../product.ts';
import { hopScene, signpost } from './hop-scene.ts';
import {
  chapter,
  closing,
  features,
  landingHead,
  steps,
  ways,
  type Feature,
  type LandingOptions,
} from '../../web/components/landing.ts';

const parts: readonly Feature[] = [
  {
    icon: 'globe',
    title: 'Your own domains',
    text: 'go.yourname.com instead of somebody else’s. The root and the lost visitors go where you say.',
  },
  {
    icon: 'lock',
    title: 'Passwords and expiry',
    text: 'A link for the press until Friday, then a page that says it is over.',
  },
  {
    icon: 'qr-code',
    title: 'QR codes that count',
    text: 'In your colours, with your logo, changed after they are printed.',
  },
  {
    icon: 'megaphone',
    title: 'Campaigns and channels',
    text: 'Group links and codes, share a public list, or let one address take turns among many.',
  },
  {
    icon: 'target',
    title: 'Pixels and overlays',
    text: 'Thirteen kinds of tracking pixels, splash pages and calls to action on the way through.',
  },
  {
    icon: 'zap',
    title: 'Fast, and nothing lost',
    text: 'Known links answer from memory. A click is on disk before anyone is sent on.',
  },
];

const days = Array.from({ length: 28 }, (_, index) => `${index + 1} May`);
const clicks = days.map((_, index) =>
  Math.round(90 + 4 * index + 46 * Math.sin(index / 2.4) - (index % 7 > 4 ? 34 : 0)),
);

const description =
  'Short links on your own machine: aimed by country, device and language, counted as they are followed.';

/** The front page of Hop for whoever is not signed in. */
export function hopLanding(options: LandingOptions): View {
  const { host } = new URL(options.base);
  return {
    title: 'Hop',
    description,
    head: landingHead({ base: options.base, name: 'Hop', description }),
    shape: 'landing',
    canonical: `${options.base}/`,
    body: html`<section class="hero">
        <div class="hero-text">
          <h1>Short links that know where to land</h1>
          <p class="hero-lead">
            For when the link script stopped being enough. Aim one address by country, device and language,
            see every click as it happens, and keep all of it on your own machine.
          </p>
          ${ways(options, 'Shorten your first link')}
        </div>
        ${hopScene(host)}
      </section>
      ${chapter({
        id: 'aim',
        title: 'One address, the right place for each',
        lead: 'The poster is printed once. Where it leads can depend on who follows it, and can change tomorrow.',
        body: signpost(host),
      })}
      ${chapter({
        id: 'count',
        title: 'Numbers you can stand behind',
        lead: 'Country, device, browser, referrer and what is unique, within two seconds. Bots are told apart, visitors’ addresses are never stored.',
        body: html`<div class="landing-chart">
          ${chart({
            title: 'Clicks a day',
            summary:
              'An example: they grow from about 100 to 220 a day over four weeks, with dips at weekends.',
            labels: days,
            series: [{ name: 'Clicks', values: clicks }],
            height: 220,
          })}
        </div>`,
      })}
      ${chapter({
        id: 'parts',
        title: 'What is in the box',
        lead: 'Everything a campaign needs, and an API for the rest.',
        body: features(parts),
      })}
      ${chapter({
        id: 'api',
        title: 'One call, one link',
        lead: html`Every account has a key. The
          <a class="link" href="/api-docs" data-turbo="false">API reference</a> has all calls; clients written
          for the common link scripts work as they are.`,
        body: codeSample({ title: 'Shorten a link', code: sample(options.base) }),
      })}
      ${chapter({
        id: 'start',
        title: 'Start in a minute',
        lead: options.registrationOpen
          ? 'No card, no sales call.'
          : 'This Hop is for invited people. Yours can be up in a minute.',
        body: steps([
          { title: 'Create account', text: 'Your API key is there the moment you arrive.' },
          {
            title: 'Paste an address',
            text: 'Pick a name people can say aloud, or take the short one we draw.',
          },
          { title: 'Share it', text: 'As a link or a code on paper, and watch where it is followed.' },
        ]),
      })}
      ${closing(hop.mark, 'The next poster goes to print tomorrow. Its link can wait until tonight.', options, 'Shorten your first link')}`,
  };
}

function sample(base: string): string {
  return `curl ${base}/api/url/add \\
  -H 'Authorization: Bearer YOUR_API_KEY' \\
  -H 'Content-Type: application/json' \\
  -d '{"url": "https://shop.example.org/linen", "custom": "spring"}'

{"error": 0, "id": 17, "shorturl": "${base}/spring"}`;
}

/** The same for programs that ask for Markdown, and `/llms.txt`. */
export const hopLandingText = (base: string): string => `# Hop

${description}

- [API description](${base}/openapi.json) and [reference](${base}/api-docs): links, QR codes, campaigns, statistics
- [Create an account](${base}/signup) for a key; send it as \`Authorization: Bearer\`
- [robots.txt](${base}/robots.txt): what may be crawled, and used for what
`;
