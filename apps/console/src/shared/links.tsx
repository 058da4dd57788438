import { Anchor, type AnchorProps, Button, type ButtonProps, NavLink, type NavLinkProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, forwardRef } from 'react';

type AnchorAttributes<Own> = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Own>;

/** Links with the looks of the component library. They have real addresses, and open without loading the page again. */
export const TextLink = createLink(
  forwardRef<HTMLAnchorElement, AnchorProps & AnchorAttributes<AnchorProps>>((props, ref) => <Anchor ref={ref} {...props} />),
);

export const ButtonLink = createLink(
  forwardRef<HTMLAnchorElement, ButtonProps & AnchorAttributes<ButtonProps>>((props, ref) => <Button ref={ref} component="a" {...props} />),
);

export const NavItem = createLink(
  forwardRef<HTMLAnchorElement, NavLinkProps & AnchorAttributes<NavLinkProps>>((props, ref) => <NavLink ref={ref} {...props} />),
);
