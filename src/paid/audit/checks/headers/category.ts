import type { Category } from '../../audit.ts';
import { policyChecks } from './content-security-policy.ts';
import { cookieCheck } from './cookies.ts';
import { gatherHeaders, type HeaderFacts } from './facts.ts';
import { informationalChecks } from './further.ts';
import { observatoryScore } from './modifier.ts';
import { otherHeaderChecks } from './other-headers.ts';
import { transportChecks } from './transport.ts';

/** The tests and modifiers of Mozilla's HTTP Observatory. */
export const headerCategory: Category<HeaderFacts> = {
  id: 'headers',
  title: 'Security headers',
  weight: 20,
  gather: gatherHeaders,
  checks: [...policyChecks, ...transportChecks, cookieCheck, ...otherHeaderChecks, ...informationalChecks],
  score: observatoryScore,
};
