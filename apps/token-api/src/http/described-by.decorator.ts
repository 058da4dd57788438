/** Describes, in the API's document, the parameter that another decorator hands in. */
export const describedBy =
  (describe: MethodDecorator): ParameterDecorator =>
  (prototype, method) => {
    const descriptor = method === undefined ? undefined : Object.getOwnPropertyDescriptor(prototype, method);
    if (descriptor && method !== undefined) describe(prototype, method, descriptor);
  };
