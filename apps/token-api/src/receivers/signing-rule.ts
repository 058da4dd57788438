import { flag, objectOf } from '../validation/field-rules.js';

export const signingRule = objectOf({ enabled: { rule: flag, isOptional: true } });
