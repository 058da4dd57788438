import { SetMetadata } from '@nestjs/common';
import type { Description } from './described-route.js';

const DESCRIPTION = 'description';
const HIDDEN = 'hidden';

/** What the API's document says about this route; one that neither says this nor `@NotInDocument()` stops the app at start. */
export const Describe = (description: Description) => SetMetadata(DESCRIPTION, description);

/** For parts of a page, which nobody calls by hand. */
export const NotInDocument = () => SetMetadata(DESCRIPTION, HIDDEN);

export const descriptionOf = (handler: object): Description | typeof HIDDEN | undefined =>
  Reflect.getMetadata(DESCRIPTION, handler) as Description | typeof HIDDEN | undefined;
