import type { PaidOperation } from '../operation.ts';

/** A parameter as displayed. */
interface Parameter {
  name: string;
  type: string;
  /** The default value, or empty if there is none. */
  fallback: string;
  description: string;
}

interface Property {
  type?: string;
  enum?: readonly unknown[];
  default?: string | number | boolean;
  description?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

/** Returns the parameters of an operation in the order of declaration. */
export const parametersOf = ({ input }: Pick<PaidOperation, 'input'>): Parameter[] =>
  Object.entries(input.properties as Record<string, Property>).map(([name, property]) => ({
    name,
    type: typeOf(property),
    fallback: property.default === undefined || property.default === '' ? '' : String(property.default),
    description: property.description ?? '',
  }));

function typeOf({ type = 'string', enum: values, minimum, maximum, maxLength }: Property): string {
  if (values) return values.map(String).join(', ');
  if (minimum !== undefined && maximum !== undefined) return `${type}, ${minimum} to ${maximum}`;
  return maxLength === undefined ? type : `${type}, up to ${maxLength} characters`;
}
