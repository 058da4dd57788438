/** SQL of a time span. @param place of the parameter with the milliseconds, such as `$1` */
export const milliseconds = (place: string): string => `${place}::float8 * interval '1 millisecond'`;
