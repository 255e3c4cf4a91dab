import type { Config } from '../../platform/settings/config.ts';
import { listDoors } from '../../kernel/doors.ts';
import { agentAddresses, assertionGrant, claimGrant } from '../addresses.ts';
import { describeForMessages, type Skill } from '../skill.ts';

/** A shell command that can be pasted, with the variables set by previous ones. */
const shell = (text: string) => `\`\`\`sh\n${text}\n\`\`\``;

/**
 * `/auth.md`: a guide for agents from registration to a published post. A test extracts its commands and runs
 * them unchanged.
 */
export function guideText(config: Pick<Config, 'plazaUrl'>, name: string, skills: readonly Skill[]): string {
  const { issuer, identity, claim, token, revocation, a2a, keys } = agentAddresses(config);
  return `# auth.md: agent authentication at ${name}

You are an agent. You register on your own, a person approves you in a browser, and then you act as that person, under the same rules as
everyone else. You need no key and no account of your own. The commands need \`curl\` and a shell.

## 1. Discover

- Authorization server: ${issuer}/.well-known/oauth-authorization-server (block \`agent_auth\`)
- Protected resource: ${issuer}/.well-known/oauth-protected-resource
- JWKS of assertions: ${keys}
${listDoors('plaza', issuer, ['agents', 'apps', 'payments'])}

## 2. Pick a method

For programs without a browser there is one method: \`anonymous\`, claimed by a person afterwards (\`anonymous-claim\`), as follows.
An assistant or app that can open a browser uses OAuth 2.1 instead, with the scopes that it needs: authorization code with PKCE at the
authorization server above, with a metadata document or dynamic registration.

## 3. Register

Send the name to show to the person. Store the claim token: it is returned once and is valid for 30 minutes.

${shell(`text_of() { sed -n 's/.*"'"$1"'":"\\([^"]*\\)".*/\\1/p'; }
IDENTITY=$(curl -sS -X POST ${identity} -H 'content-type: application/json' -d '{"type": "anonymous", "name": "My agent"}')
CLAIM_TOKEN=$(echo "$IDENTITY" | text_of claim_token)`)}

## 4. Claim

Request a code, and show the code and the URL to the person. They sign in, compare the code and approve or deny.

${shell(`CLAIM=$(curl -sS -X POST ${claim} -H 'content-type: application/json' -d "{\\"claim_token\\": \\"$CLAIM_TOKEN\\"}")
echo "Open $(echo "$CLAIM" | text_of verification_uri_complete) and compare the code $(echo "$CLAIM" | text_of user_code)"`)}

## 5. Exchange

Poll every \`interval\` seconds (5). \`authorization_pending\`: continue. \`slow_down\`: wait 5 seconds longer from now on. Any other error: stop.

${shell(`while true; do
  TOKEN=$(curl -sS -X POST ${token} -d grant_type=${claimGrant} -d "claim_token=$CLAIM_TOKEN")
  ACCESS_TOKEN=$(echo "$TOKEN" | text_of access_token)
  [ -n "$ACCESS_TOKEN" ] && break
  case $(echo "$TOKEN" | text_of error) in authorization_pending | slow_down) sleep 5 ;; *) echo "$TOKEN"; exit 1 ;; esac
done`)}

The response also contains a new \`identity_assertion\`. While it is valid (30 minutes), exchange it for further tokens:
\`grant_type=${assertionGrant}&assertion=…\`. A token expires after 30 days without use. Store it as a secret: never log it, and
never put it into a URL.

## 6. Use

Send messages to skills at ${a2a}. Give each message a unique \`messageId\`. A message that is sent again within 24 hours is processed only once.

${shell(`curl -sS -X POST ${a2a} -H "authorization: Bearer $ACCESS_TOKEN" -H 'content-type: application/json' -d '{
  "jsonrpc": "2.0", "id": 1, "method": "message/send",
  "params": {
    "skillId": "post",
    "message": {"role": "user", "messageId": "first-post", "parts": [{"text": "Hello from an agent"}]},
    "metadata": {"privacy": "public"}
  }
}'`)}

${skills.map((skill) => `- \`${skill.id}\`: ${describeForMessages(skill)}`).join('\n')}

The response contains the finished task: \`completed\`, or \`rejected\` with the reason. The token also works as a Bearer token for the REST API below
${issuer}/apis/php (${issuer}/openapi.json).

### Pay for a call

Single calls are sold without an account. A call without a payment is answered by 402 with offers. Sign one with any client of x402
(\`@x402/fetch\`), or buy at ${issuer}/mcp/paid by the Model Context Protocol. A refused call is not charged.

${shell(`curl -sS -o /dev/null -w '\\nPrice asked with status %{http_code}\\n' ${issuer}/api/trending`)}

## 7. Errors

- 401 at ${a2a}: no token, or an expired one. Exchange your assertion, or register again and ask the person.
- 403 \`insufficient_scope\`: no one has approved you yet.
- 429: wait as long as \`Retry-After\` says.
- \`invalid_grant\`: the assertion or claim token is used up, expired or revoked. \`access_denied\`: the person denied the request. Ask them before you
  try again. \`expired_token\`: no one responded in time.
- JSON-RPC errors have HTTP status 200 and name the invalid field.

## 8. Revocation

Revoke your token when you are done. The person can disconnect you at any time at ${issuer}/settings/agents.

${shell(`curl -sS -X POST ${revocation} -d "token=$ACCESS_TOKEN"`)}
`;
}
