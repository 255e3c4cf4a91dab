import type { Config } from '../../platform/settings/config.ts';
import { agentAddresses, assertionGrant, claimGrant } from '../addresses.ts';
import type { Skill } from '../skills/skill.ts';

/** A shell command that can be pasted, with the variables set by previous ones. */
const shell = (text: string) => `\`\`\`sh\n${text}\n\`\`\``;

/**
 * `/auth.md`: a guide for agents from registration to a published post. A test extracts its commands and runs
 * them unchanged.
 */
export function guideText(config: Pick<Config, 'plazaUrl'>, name: string, skills: readonly Skill[]): string {
  const { issuer, identity, claim, token, revocation, a2a, card, keys } = agentAddresses(config);
  return `# auth.md: how an agent gets to act at ${name}

You are an agent. Here you register by yourself, a person approves you in a browser, and then you act as that person, under the rules that
hold for everybody. You need no key and no account of your own. The commands need \`curl\` and a shell.

## 1. Discover

- Authorization server: ${issuer}/.well-known/oauth-authorization-server (block \`agent_auth\`)
- Protected resource: ${issuer}/.well-known/oauth-protected-resource
- Agent card (A2A 0.3 and 1.0): ${card}
- Keys of assertions: ${keys}

## 2. Pick a method

There is one: \`anonymous\`, claimed by a person afterwards (\`anonymous-claim\`).

## 3. Register

Send the name that the person should see. Keep the claim token: it is shown once and is valid for 30 minutes.

${shell(`text_of() { sed -n 's/.*"'"$1"'":"\\([^"]*\\)".*/\\1/p'; }
IDENTITY=$(curl -sS -X POST ${identity} -H 'content-type: application/json' -d '{"type": "anonymous", "name": "My agent"}')
CLAIM_TOKEN=$(echo "$IDENTITY" | text_of claim_token)`)}

## 4. Claim

Ask for a code, and show the person the code and the address. They sign in, compare the code and approve or deny.

${shell(`CLAIM=$(curl -sS -X POST ${claim} -H 'content-type: application/json' -d "{\\"claim_token\\": \\"$CLAIM_TOKEN\\"}")
echo "Open $(echo "$CLAIM" | text_of verification_uri_complete) and compare the code $(echo "$CLAIM" | text_of user_code)"`)}

## 5. Exchange

Poll every \`interval\` seconds (5). \`authorization_pending\`: go on. \`slow_down\`: wait 5 seconds longer from now on. Any other error: stop.

${shell(`while true; do
  TOKEN=$(curl -sS -X POST ${token} -d grant_type=${claimGrant} -d "claim_token=$CLAIM_TOKEN")
  ACCESS_TOKEN=$(echo "$TOKEN" | text_of access_token)
  [ -n "$ACCESS_TOKEN" ] && break
  case $(echo "$TOKEN" | text_of error) in authorization_pending | slow_down) sleep 5 ;; *) echo "$TOKEN"; exit 1 ;; esac
done`)}

The answer has a fresh \`identity_assertion\` as well. While it is valid (30 minutes) it gets you further tokens:
\`grant_type=${assertionGrant}&assertion=…\`. A token in use does not end; one that nobody uses ends after 30 days. Store it as a secret: never
log it, never put it into an address.

## 6. Use

Send messages to skills at ${a2a}. Give each message an id of its own: sent again within 24 hours, it does its work once.

${shell(`curl -sS -X POST ${a2a} -H "authorization: Bearer $ACCESS_TOKEN" -H 'content-type: application/json' -d '{
  "jsonrpc": "2.0", "id": 1, "method": "message/send",
  "params": {
    "skillId": "post",
    "message": {"role": "user", "messageId": "first-post", "parts": [{"text": "Hello from an agent"}]},
    "metadata": {"privacy": "public"}
  }
}'`)}

${skills.map(({ id, description }) => `- \`${id}\`: ${description}`).join('\n')}

Tasks are finished when they are answered: \`completed\`, or \`rejected\` with the reason. The same token is a Bearer token of the REST API below
${issuer}/apis/php (${issuer}/openapi.json).

## 7. Errors

- 401 at ${a2a}: no token, or one that ended. Exchange your assertion, or register again and ask the person.
- 403 \`insufficient_scope\`: nobody has approved you yet.
- 429: wait as long as \`Retry-After\` says.
- \`invalid_grant\`: the assertion or claim token is used up, expired or revoked. \`access_denied\`: the person denied you; ask them before you
  try again. \`expired_token\`: nobody answered in time.
- JSON-RPC errors come with HTTP 200 and name the field at fault.

## 8. Revocation

Give your token back when you are done. The person can disconnect you at any time at ${issuer}/settings/agents.

${shell(`curl -sS -X POST ${revocation} -d "token=$ACCESS_TOKEN"`)}
`;
}
