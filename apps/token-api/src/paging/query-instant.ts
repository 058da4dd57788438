/** In a query string `+` means a blank: `…T10:00:00+02:00` typed as it is arrives as `…T10:00:00 02:00`. */
export const withPlus = (text: string): string => text.replace(/ (\d{2}:?\d{2})$/, '+$1');
