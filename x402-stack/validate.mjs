// Validates quotes, a manifest and an OpenAPI document with the published packages.
import { Validator } from '@seriousme/openapi-schema-validator';
import { parsePaymentRequired, parsePaymentRequirements } from '@x402/core/schemas';
import { validateDiscoveryExtension, validateDiscoveryExtensionSpec } from '@x402/extensions/bazaar';
import { isPaymentIdentifierExtension } from '@x402/extensions/payment-identifier';
import { PaymentRequirementsSchema } from 'x402/types';

/**
 * Returns a list of errors, empty if there are none. `quotes` are of version 2 with their body of version 1.
 */
export async function validate({ quotes = [], items = [], openapi }) {
  const mistakes = [];
  const check = (of, { success, valid, error, errors }) => {
    if (!(success ?? valid)) mistakes.push(`${of}: ${JSON.stringify(error ?? errors)}`);
  };
  for (const { version2, version1 } of quotes) {
    const { url } = version2.resource;
    check(`${url} version 2`, parsePaymentRequired(version2));
    const { serviceName, tags, iconUrl } = parsePaymentRequired(version2).data?.resource ?? {};
    check(`${url} service`, {
      valid: Boolean(serviceName && tags?.length && iconUrl),
      errors: version2.resource,
    });
    check(`${url} version 1`, parsePaymentRequired(version1));
    for (const offer of version1.accepts)
      check(`${url} for x402-fetch`, PaymentRequirementsSchema.safeParse(offer));
    const { bazaar, ...others } = version2.extensions;
    check(`${url} bazaar`, validateDiscoveryExtension(bazaar));
    check(`${url} bazaar`, validateDiscoveryExtensionSpec(bazaar));
    check(`${url} id`, { valid: isPaymentIdentifierExtension(others['payment-identifier']), errors: others });
  }
  for (const { resource, accepts } of items)
    for (const offer of accepts) check(`${resource} in the manifest`, parsePaymentRequirements(offer));
  if (openapi) check('OpenAPI', await new Validator().validate(openapi));
  return { mistakes };
}
