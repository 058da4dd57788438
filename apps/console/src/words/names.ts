// Names as people say them, in place of the codes of the API.

const COURIERS: Readonly<Record<string, string>> = {
  bpost: 'bpost',
  'dhl-benelux': 'DHL Benelux',
  'dhl-express': 'DHL Express',
  'dhl-germany': 'DHL',
  'dpd-de': 'DPD',
  fedex: 'FedEx',
  gls: 'GLS',
  'hermes-de': 'Hermes',
  inpost: 'InPost',
  postnl: 'PostNL',
  postnord: 'PostNord',
  seur: 'SEUR',
  ups: 'UPS',
  upu: 'Postal union (UPU)',
  usps: 'USPS',
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `dhl-germany` → `DHL`, `acme-express` → `Acme Express`. */
export const courierName = (courier: string): string =>
  COURIERS[courier] ??
  courier
    .split(/[-_ ]+/)
    .map(capital)
    .join(' ');

/** ISO 3166-1: the three letters of a country, then its two letters. */
const COUNTRIES = `
  ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU AUTAT AZEAZ BDIBI BELBE BENBJ BESBQ BFABF BGDBD
  BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ BMUBM BOLBO BRABR BRBBB BRNBN BTNBT BVTBV BWABW CAFCF CANCA CCKCC CHECH CHLCL CHNCN CIVCI CMRCM
  CODCD COGCG COKCK COLCO COMKM CPVCV CRICR CUBCU CUWCW CXRCX CYMKY CYPCY CZECZ DEUDE DJIDJ DMADM DNKDK DOMDO DZADZ ECUEC EGYEG ERIER ESHEH
  ESPES ESTEE ETHET FINFI FJIFJ FLKFK FRAFR FROFO FSMFM GABGA GBRGB GEOGE GGYGG GHAGH GIBGI GINGN GLPGP GMBGM GNBGW GNQGQ GRCGR GRDGD GRLGL
  GTMGT GUFGF GUMGU GUYGY HKGHK HMDHM HNDHN HRVHR HTIHT HUNHU IDNID IMNIM INDIN IOTIO IRLIE IRNIR IRQIQ ISLIS ISRIL ITAIT JAMJM JEYJE JORJO
  JPNJP KAZKZ KENKE KGZKG KHMKH KIRKI KNAKN KORKR KWTKW LAOLA LBNLB LBRLR LBYLY LCALC LIELI LKALK LSOLS LTULT LUXLU LVALV MACMO MAFMF MARMA
  MCOMC MDAMD MDGMG MDVMV MEXMX MHLMH MKDMK MLIML MLTMT MMRMM MNEME MNGMN MNPMP MOZMZ MRTMR MSRMS MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA NCLNC
  NERNE NFKNF NGANG NICNI NIUNU NLDNL NORNO NPLNP NRUNR NZLNZ OMNOM PAKPK PANPA PCNPN PERPE PHLPH PLWPW PNGPG POLPL PRIPR PRKKP PRTPT PRYPY
  PSEPS PYFPF QATQA REURE ROURO RUSRU RWARW SAUSA SDNSD SENSN SGPSG SGSGS SHNSH SJMSJ SLBSB SLESL SLVSV SMRSM SOMSO SPMPM SRBRS SSDSS STPST
  SURSR SVKSK SVNSI SWESE SWZSZ SXMSX SYCSC SYRSY TCATC TCDTD TGOTG THATH TJKTJ TKLTK TKMTM TLSTL TONTO TTOTT TUNTN TURTR TUVTV TWNTW TZATZ
  UGAUG UKRUA UMIUM URYUY USAUS UZBUZ VATVA VCTVC VENVE VGBVG VIRVI VNMVN VUTVU WLFWF WSMWS YEMYE ZAFZA ZMBZM ZWEZW`;

const TWO_LETTERS = new Map(
  COUNTRIES.trim()
    .split(/\s+/)
    .map((pair) => [pair.slice(0, 3), pair.slice(3)]),
);

const REGIONS = new Intl.DisplayNames(['en'], { type: 'region' });

/** `DEU` → `Germany`; a text that is no code stays as it is. */
export function countryName(iso3: string): string {
  const code = TWO_LETTERS.get(iso3.toUpperCase());
  return code === undefined ? iso3 : (REGIONS.of(code) ?? iso3);
}

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language' });

/** `de` → `German`; a text that is no code stays as it is. */
export const languageName = (iso2: string): string => (/^[a-z]{2}$/.test(iso2) ? (LANGUAGES.of(iso2) ?? iso2) : iso2);

/** `OutForDelivery` → `Out for delivery` */
export function plainName(name: string): string {
  const spaced = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
