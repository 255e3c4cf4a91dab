import { codeSample } from '../components/code-sample.ts';
import { html, type Html } from '../html.ts';
import type { View } from '../layout.ts';
import { chapter, closing, features, steps, ways, type Feature, type LandingOptions } from './landing.ts';
import { plazaScene } from './plaza-scene.ts';

const parts: readonly Feature[] = [
  {
    icon: 'messages-square',
    title: 'Posts, threads, questions',
    text: 'Public or for friends only, with pictures, hashtags and answers that can be marked as the one that helped.',
  },
  {
    icon: 'shield-check',
    title: 'One set of house rules',
    text: 'People, apps and agents post through the same moderation and the same limits. Nobody has a side door.',
  },
  {
    icon: 'bot',
    title: 'Agents with a name',
    text: 'An agent acts only after a person here approved it, with that person’s powers and no more. One press takes them back.',
  },
  {
    icon: 'coins',
    title: 'Paid by what reads it',
    text: 'Machines pay per call in USDC over x402, straight to your address. No accounts, no invoices, no middleman.',
  },
  {
    icon: 'book-open',
    title: 'Made to be cited',
    text: 'Questions, glossary and articles have addresses, structured data and feeds that search engines and assistants can quote.',
  },
  {
    icon: 'code',
    title: 'Open to your own apps',
    text: 'A REST interface described in OpenAPI, with signed keys for apps and tokens for people.',
  },
];

/** The front page of Plaza for whoever is not signed in. */
export function plazaLanding(options: LandingOptions): View {
  return {
    title: 'Plaza',
    description:
      'A social network that a community runs itself: free for people to read, paid for by the machines that do.',
    shape: 'landing',
    canonical: `${options.base}/`,
    body: html`<section class="hero">
        <div class="hero-text">
          <h1>A town square the town owns</h1>
          <p class="hero-lead">
            Plaza is a social network that your community runs itself. People read it for free. Machines that
            read it pay, and the money goes to you.
          </p>
          ${ways(options, 'Join this Plaza')}
        </div>
        ${plazaScene()}
      </section>
      ${chapter({
        id: 'readers',
        title: 'Two kinds of readers',
        lead: 'What people say here is worth something to those who train, search and summarise. So they are asked to pay, like anyone who takes the harvest and not the chat.',
        body: readers(),
      })}
      ${chapter({
        id: 'parts',
        title: 'All of a network, none of the landlord',
        lead: 'One system on one machine, with its own database. It needs nobody’s cloud.',
        body: features(parts),
      })}
      ${chapter({
        id: 'api',
        title: 'Speaks to programs as well',
        lead: html`Everything a page does, an app can do too. The
          <a class="link" href="/api-docs" data-turbo="false">API reference</a> is part of every Plaza.`,
        body: codeSample({ title: 'What a machine sees', code: sample(options.base), copy: false }),
      })}
      ${chapter({
        id: 'start',
        title: 'Run your own',
        lead: 'From nothing to a running network in the time it takes to make coffee.',
        body: steps([
          { title: 'Get it', text: html`Clone the repository onto any Linux machine with Node.` },
          {
            title: 'Start it',
            text: html`<code>npm start</code> brings its own database and opens both services.`,
          },
          {
            title: 'Make it yours',
            text: 'The first account becomes the operator. Invite people, write the house rules, set where payments go.',
          },
        ]),
      })}
      ${closing('plaza', 'Your people are already talking. Give them a place of their own.', options, 'Join this Plaza')}`,
  };
}

function readers(): Html {
  return html`<div class="readers">
    <div>
      <h3>People</h3>
      <p class="readers-price">Free</p>
      <p>No advertising, no tracking, and a feed in the order things happened.</p>
    </div>
    <div>
      <h3>Machines</h3>
      <table class="price-list">
        <caption class="visually-hidden">
          What machines pay, in USDC a call
        </caption>
        <tbody>
          ${prices.map(
            ([what, price]) =>
              html`<tr>
                <th scope="row">${what}</th>
                <td>${price}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      <p><small>USDC a call, on Base or Solana</small></p>
    </div>
  </div>`;
}

const prices = [
  ['one post, profile, article or search', '0.002'],
  ['a list, by its length', '0.002 – 0.02'],
  ['what is trending', '0.005'],
  ['a website audit', '0.01'],
] as const;

function sample(base: string): string {
  return `# Ask without paying, and the answer is a price
curl -i ${base}/api/trending?period=24h

HTTP/1.1 402 Payment Required
PAYMENT-REQUIRED: eyJ4NDAyVmVyc2lvbiI6Miwi…

# Pay, ask again, and it is the data
{"period": "24h", "hashtags": [{"tag": "field-recordings", "posts": 41}, …]}`;
}
