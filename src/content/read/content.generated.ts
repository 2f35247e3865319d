// Written by `npm run content:types` from schemas/ and the queries in src/content/read/*.ts; a test fails while they
// differ. Never edit it: change those, and run the command again.

export declare const internalGroqTypeReferenceTo: unique symbol;

export type SettingValue = {
  _type: "settingValue";
  setting?: "bookingPhone" | "enquiriesPhone" | "medicalPhone" | "helplineHours" | "enquiriesHours" | "medicalHours" | "email" | "supportEmail" | "product" | "charityName" | "charityNumber";
};

export type Table = {
  _type: "table";
  headerRows?: number;
  rows?: Array<{
    cells?: Array<{
      value?: Array<{
        children?: Array<{
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        } | {
          _key: string;
        } & SettingValue>;
        style?: "normal";
        listItem?: "bullet" | "number";
        markDefs?: Array<{
          _key: string;
        } & Link>;
        level?: number;
        _type: "block";
        _key: string;
      }>;
      _type: "cell";
      _key: string;
    }>;
    _type: "row";
    _key: string;
  }>;
};

export type ExpandableText = {
  _type: "expandableText";
  heading?: string;
  body?: SimpleText;
  previewLength?: number;
};

export type CallOut = {
  _type: "callOut";
  tone?: "information" | "warning" | "green" | "amber" | "red";
  heading?: string;
  body?: SimpleText;
};

export type RichText = Array<{
  children?: Array<{
    marks?: Array<string>;
    text?: string;
    _type: "span";
    _key: string;
  } | {
    _key: string;
  } & SettingValue>;
  style?: "normal" | "h2" | "h3";
  listItem?: "bullet" | "number";
  markDefs?: Array<{
    _key: string;
  } & Link>;
  level?: number;
  _type: "block";
  _key: string;
} | {
  _key: string;
} & Figure | {
  _key: string;
} & Table | {
  _key: string;
} & CallOut | {
  _key: string;
} & ExpandableText | {
  _key: string;
} & CallToAction | {
  _key: string;
} & Video>;

export type SimpleText = Array<{
  children?: Array<{
    marks?: Array<string>;
    text?: string;
    _type: "span";
    _key: string;
  } | {
    _key: string;
  } & SettingValue>;
  style?: "normal";
  listItem?: "bullet" | "number";
  markDefs?: Array<{
    _key: string;
  } & Link>;
  level?: number;
  _type: "block";
  _key: string;
}>;

export type PartnerReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "partner";
};

export type PartnerSection = {
  _type: "partnerSection";
  heading?: string;
  partners?: Array<{
    _key: string;
  } & PartnerReference>;
};

export type FormSection = {
  _type: "formSection";
  heading?: string;
  form?: "contact" | "newsletter";
};

export type ListSection = {
  _type: "listSection";
  heading?: string;
  listed?: "news" | "stories" | "events";
  count?: number;
};

export type VideoSection = {
  _type: "videoSection";
  heading?: string;
  video?: Video;
};

export type GallerySection = {
  _type: "gallerySection";
  heading?: string;
  pictures?: Array<{
    _key: string;
  } & Figure>;
};

export type QuoteSection = {
  _type: "quoteSection";
  heading?: string;
  quote?: string;
  name?: string;
  role?: string;
  image?: Figure;
};

export type FactSection = {
  _type: "factSection";
  heading?: string;
  facts?: Array<{
    figure?: string;
    text?: string;
    _type: "fact";
    _key: string;
  }>;
  source?: string;
};

export type TableSection = {
  _type: "tableSection";
  heading?: string;
  caption?: string;
  body?: Array<{
    children?: Array<{
      marks?: Array<string>;
      text?: string;
      _type: "span";
      _key: string;
    } | {
      _key: string;
    } & SettingValue>;
    style?: "normal";
    listItem?: "bullet" | "number";
    markDefs?: Array<{
      _key: string;
    } & Link>;
    level?: number;
    _type: "block";
    _key: string;
  } | {
    _key: string;
  } & Table>;
};

export type StepSection = {
  _type: "stepSection";
  heading?: string;
  steps?: Array<{
    heading?: string;
    body?: SimpleText;
    _type: "step";
    _key: string;
  }>;
};

export type QuestionSection = {
  _type: "questionSection";
  heading?: string;
  questions?: Array<{
    question?: string;
    answer?: SimpleText;
    _type: "question";
    _key: string;
  }>;
};

export type ActionSection = {
  _type: "actionSection";
  heading?: string;
  body?: SimpleText;
  button?: CallToAction;
};

export type CardSection = {
  _type: "cardSection";
  heading?: string;
  cards?: Array<{
    _key: string;
  } & Card>;
};

export type PictureSection = {
  _type: "pictureSection";
  heading?: string;
  image?: Figure;
  side?: "right" | "left";
  body?: SimpleText;
  button?: CallToAction;
};

export type TextSection = {
  _type: "textSection";
  heading?: string;
  body?: RichText;
};

export type Card = {
  _type: "card";
  heading?: string;
  body?: SimpleText;
  previewLength?: number;
  image?: Figure;
  button?: CallToAction;
};

export type SanityFileAssetReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "sanity.fileAsset";
};

export type Video = {
  _type: "video";
  title?: string;
  file?: {
    asset?: SanityFileAssetReference;
    media?: unknown;
    _type: "file";
  };
  captions?: {
    asset?: SanityFileAssetReference;
    media?: unknown;
    _type: "file";
  };
  poster?: Figure;
  transcript?: SimpleText;
};

export type CallToAction = {
  _type: "callToAction";
  label?: string;
  link?: Link;
};

export type Sharing = {
  _type: "sharing";
  title?: string;
  description?: string;
  image?: Figure;
  hidden?: boolean;
};

export type MenuEntry = {
  _type: "menuEntry";
  label?: string;
  place?: "home" | "about-us" | "about-product" | "team" | "supporters" | "events" | "community" | "freemason" | "corporate" | "speaker" | "information-hub" | "prostate-cancer" | "mens-health" | "health-in-workplace" | "research-and-data" | "news" | "patient-journey" | "latest-news" | "newsletters" | "refund-policy" | "privacy-policy";
  link?: Link;
};

export type HomePageReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "homePage";
};

export type AboutPageReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "aboutPage";
};

export type EventsPageReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "eventsPage";
};

export type InformationHubPageReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "informationHubPage";
};

export type NewsPageReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "newsPage";
};

export type TestChoicePageReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "testChoicePage";
};

export type PageReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "page";
};

export type NewsArticleReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "newsArticle";
};

export type PatientStoryReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "patientStory";
};

export type InfoArticleReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "infoArticle";
};

export type PolicyReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "policy";
};

export type Link = {
  _type: "link";
  kind?: "page" | "external" | "email" | "telephone" | "file";
  page?: HomePageReference | AboutPageReference | EventsPageReference | InformationHubPageReference | NewsPageReference | TestChoicePageReference | PageReference | NewsArticleReference | PatientStoryReference | InfoArticleReference | PolicyReference;
  path?: string;
  url?: string;
  email?: string;
  phone?: string;
  file?: {
    asset?: SanityFileAssetReference;
    media?: unknown;
    _type: "file";
  };
};

export type SanityImageAssetReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "sanity.imageAsset";
};

export type Figure = {
  _type: "figure";
  asset?: SanityImageAssetReference;
  media?: unknown;
  hotspot?: SanityImageHotspot;
  crop?: SanityImageCrop;
  alt?: string;
  caption?: string;
  textVersion?: string;
};

export type Approval = {
  _id: string;
  _type: "approval";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  title?: string;
  approver?: string;
  hash?: string;
  isHealthText?: boolean;
};

export type Redirect = {
  _id: string;
  _type: "redirect";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  from?: string;
  target?: HomePageReference | AboutPageReference | EventsPageReference | InformationHubPageReference | NewsPageReference | TestChoicePageReference | PageReference | NewsArticleReference | PatientStoryReference | InfoArticleReference | PolicyReference;
  to?: string;
};

export type ResultText = {
  _id: string;
  _type: "resultText";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  sentence?: string;
  meaning?: SimpleText;
  nextStep?: SimpleText;
  chance?: {
    withoutCancer?: string;
    withCancer?: string;
    source?: string;
    approvedBy?: string;
    approvedOn?: string;
  };
};

export type Policy = {
  _id: string;
  _type: "policy";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  title?: string;
  slug?: Slug;
  description?: string;
  lastUpdated?: string;
  summary?: SimpleText;
  body?: RichText;
  publishAt?: string;
  unpublishAt?: string;
  sharing?: Sharing;
};

export type Slug = {
  _type: "slug";
  current?: string;
  source?: string;
};

export type YearStatistics = {
  _id: string;
  _type: "yearStatistics";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  year?: number;
  tests?: number;
  abnormal?: {
    count?: number;
    percent?: number;
  };
  cancers?: {
    count?: number;
    percent?: number;
  };
  radicalTreatment?: number;
  activeSurveillance?: number;
  highRiskNormal?: {
    count?: number;
    percent?: number;
  };
  lowRisk?: {
    count?: number;
    percent?: number;
  };
  elderlyLowPsa?: {
    count?: number;
    percent?: number;
  };
  note?: string;
  publishAt?: string;
  unpublishAt?: string;
};

export type SupportOrganisation = {
  _id: string;
  _type: "supportOrganisation";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  title?: string;
  icon?: Figure;
  website?: string;
  number?: string;
  address?: string;
  order?: number;
  publishAt?: string;
  unpublishAt?: string;
};

export type ResearchItem = {
  _id: string;
  _type: "researchItem";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  title?: string;
  description?: string;
  button?: CallToAction;
  order?: number;
  publishAt?: string;
  unpublishAt?: string;
};

export type InfoArticle = {
  _id: string;
  _type: "infoArticle";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  title?: string;
  slug?: Slug;
  description?: string;
  image?: Figure;
  body?: RichText;
  health?: {
    author?: string;
    reviewer?: string;
    reviewedOn?: string;
    nextReviewOn?: string;
    sources?: Array<{
      title?: string;
      url?: string;
      _type: "source";
      _key: string;
    }>;
  };
  order?: number;
  publishAt?: string;
  unpublishAt?: string;
  sharing?: Sharing;
};

export type Testimonial = {
  _id: string;
  _type: "testimonial";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  content?: string;
  name?: string;
  role?: string;
  stars?: number;
  image?: Figure;
  order?: number;
  publishAt?: string;
  unpublishAt?: string;
};

export type TeamMember = {
  _id: string;
  _type: "teamMember";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  name?: string;
  title?: string;
  group?: "executive" | "trustee" | "patron";
  order?: number;
  image?: Figure;
  publishAt?: string;
  unpublishAt?: string;
};

export type PatientStory = {
  _id: string;
  _type: "patientStory";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  title?: string;
  name?: string;
  slug?: Slug;
  description?: string;
  image?: Figure;
  article?: RichText;
  order?: number;
  publishAt?: string;
  unpublishAt?: string;
  sharing?: Sharing;
};

export type Page = {
  _id: string;
  _type: "page";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  title?: string;
  path?: string;
  language?: "ar" | "bn" | "cy" | "fr" | "gu" | "pa" | "pl" | "pt" | "so" | "ur";
  original?: PageReference;
  description?: string;
  introduction?: SimpleText;
  fact?: {
    figure?: string;
    text?: string;
  };
  sections?: Array<{
    _key: string;
  } & TextSection | {
    _key: string;
  } & PictureSection | {
    _key: string;
  } & CardSection | {
    _key: string;
  } & ActionSection | {
    _key: string;
  } & QuestionSection | {
    _key: string;
  } & StepSection | {
    _key: string;
  } & TableSection | {
    _key: string;
  } & FactSection | {
    _key: string;
  } & QuoteSection | {
    _key: string;
  } & GallerySection | {
    _key: string;
  } & VideoSection | {
    _key: string;
  } & ListSection | {
    _key: string;
  } & FormSection | {
    _key: string;
  } & PartnerSection>;
  isHealthText?: boolean;
  health?: {
    author?: string;
    reviewer?: string;
    reviewedOn?: string;
    nextReviewOn?: string;
    sources?: Array<{
      title?: string;
      url?: string;
      _type: "source";
      _key: string;
    }>;
  };
  contact?: {
    text?: string;
    email?: string;
    phones?: Array<string>;
  };
  publishAt?: string;
  unpublishAt?: string;
  sharing?: Sharing;
};

export type TestChoicePage = {
  _id: string;
  _type: "testChoicePage";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  title?: string;
  description?: string;
  introduction?: SimpleText;
  people?: string;
  outcomes?: Array<{
    outcome?: string;
    kind?: "benefit" | "harm";
    without?: number;
    with?: number;
    note?: string;
    _type: "testOutcome";
    _key: string;
  }>;
  body?: RichText;
  health?: {
    author?: string;
    reviewer?: string;
    reviewedOn?: string;
    nextReviewOn?: string;
    sources?: Array<{
      title?: string;
      url?: string;
      _type: "source";
      _key: string;
    }>;
  };
  sharing?: Sharing;
};

export type NewsPage = {
  _id: string;
  _type: "newsPage";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  title?: string;
  description?: string;
  bannerText?: string;
  stories?: Array<{
    _key: string;
  } & PatientStoryReference>;
  pinnedEntry?: NewsArticleReference;
  sharing?: Sharing;
};

export type NewsArticle = {
  _id: string;
  _type: "newsArticle";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  title?: string;
  slug?: Slug;
  publishedOn?: string;
  description?: string;
  body?: RichText;
  link?: Link;
  image?: Figure;
  publishAt?: string;
  unpublishAt?: string;
  sharing?: Sharing;
};

export type ResearchItemReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "researchItem";
};

export type SupportOrganisationReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "supportOrganisation";
};

export type InformationHubPage = {
  _id: string;
  _type: "informationHubPage";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  title?: string;
  description?: string;
  articles?: Array<{
    _key: string;
  } & InfoArticleReference>;
  research?: Array<{
    _key: string;
  } & ResearchItemReference>;
  resources?: Array<{
    _key: string;
  } & SupportOrganisationReference>;
  elderlyLinkText?: string;
  extraSections?: Array<{
    _key: string;
  } & TextSection | {
    _key: string;
  } & PictureSection | {
    _key: string;
  } & CardSection | {
    _key: string;
  } & ActionSection | {
    _key: string;
  } & QuestionSection | {
    _key: string;
  } & StepSection | {
    _key: string;
  } & TableSection | {
    _key: string;
  } & FactSection | {
    _key: string;
  } & QuoteSection | {
    _key: string;
  } & GallerySection | {
    _key: string;
  } & VideoSection | {
    _key: string;
  } & ListSection | {
    _key: string;
  } & FormSection | {
    _key: string;
  } & PartnerSection>;
  sharing?: Sharing;
};

export type EventsPage = {
  _id: string;
  _type: "eventsPage";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  title?: string;
  description?: string;
  sections?: Array<{
    audience?: "community" | "freemason" | "corporate" | "speaker";
    heading?: string;
    text?: Array<string>;
    image?: Figure;
    learnMore?: CallToAction;
    contactEmail?: string;
    _type: "eventsSection";
    _key: string;
  }>;
  extraSections?: Array<{
    _key: string;
  } & TextSection | {
    _key: string;
  } & PictureSection | {
    _key: string;
  } & CardSection | {
    _key: string;
  } & ActionSection | {
    _key: string;
  } & QuestionSection | {
    _key: string;
  } & StepSection | {
    _key: string;
  } & TableSection | {
    _key: string;
  } & FactSection | {
    _key: string;
  } & QuoteSection | {
    _key: string;
  } & GallerySection | {
    _key: string;
  } & VideoSection | {
    _key: string;
  } & ListSection | {
    _key: string;
  } & FormSection | {
    _key: string;
  } & PartnerSection>;
  sharing?: Sharing;
};

export type TeamMemberReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "teamMember";
};

export type AboutPage = {
  _id: string;
  _type: "aboutPage";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  title?: string;
  description?: string;
  cards?: Array<{
    _key: string;
  } & Card>;
  executiveTeam?: Array<{
    _key: string;
  } & TeamMemberReference>;
  trustees?: Array<{
    _key: string;
  } & TeamMemberReference>;
  patrons?: Array<{
    _key: string;
  } & TeamMemberReference>;
  goldSponsor?: PartnerReference;
  sponsorThanks?: Array<string>;
  partners?: Array<{
    _key: string;
  } & PartnerReference>;
  getInvolved?: Array<{
    _key: string;
  } & Card>;
  extraSections?: Array<{
    _key: string;
  } & TextSection | {
    _key: string;
  } & PictureSection | {
    _key: string;
  } & CardSection | {
    _key: string;
  } & ActionSection | {
    _key: string;
  } & QuestionSection | {
    _key: string;
  } & StepSection | {
    _key: string;
  } & TableSection | {
    _key: string;
  } & FactSection | {
    _key: string;
  } & QuoteSection | {
    _key: string;
  } & GallerySection | {
    _key: string;
  } & VideoSection | {
    _key: string;
  } & ListSection | {
    _key: string;
  } & FormSection | {
    _key: string;
  } & PartnerSection>;
  sharing?: Sharing;
};

export type Partner = {
  _id: string;
  _type: "partner";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  name?: string;
  kind?: "sponsor" | "supporter";
  logo?: Figure;
  website?: string;
  order?: number;
  publishAt?: string;
  unpublishAt?: string;
};

export type TestimonialReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "testimonial";
};

export type HomePage = {
  _id: string;
  _type: "homePage";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  heroTitle?: string;
  heroSubtitle?: string;
  audience?: string;
  fact?: {
    figure?: string;
    text?: string;
  };
  screening?: {
    heading?: string;
    text?: Array<string>;
  };
  about?: {
    heading?: string;
    text?: Array<string>;
    image?: Figure;
  };
  donation?: {
    heading?: string;
    text?: string;
  };
  testimonials?: Array<{
    _key: string;
  } & TestimonialReference>;
  extraSections?: Array<{
    _key: string;
  } & TextSection | {
    _key: string;
  } & PictureSection | {
    _key: string;
  } & CardSection | {
    _key: string;
  } & ActionSection | {
    _key: string;
  } & QuestionSection | {
    _key: string;
  } & StepSection | {
    _key: string;
  } & TableSection | {
    _key: string;
  } & FactSection | {
    _key: string;
  } & QuoteSection | {
    _key: string;
  } & GallerySection | {
    _key: string;
  } & VideoSection | {
    _key: string;
  } & ListSection | {
    _key: string;
  } & FormSection | {
    _key: string;
  } & PartnerSection>;
  sharing?: Sharing;
};

export type SanityImageCrop = {
  _type: "sanity.imageCrop";
  top?: number;
  bottom?: number;
  left?: number;
  right?: number;
};

export type SanityImageHotspot = {
  _type: "sanity.imageHotspot";
  x?: number;
  y?: number;
  height?: number;
  width?: number;
};

export type Banner = {
  _id: string;
  _type: "banner";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  title?: string;
  body?: SimpleText;
  publishAt?: string;
  unpublishAt?: string;
};

export type Menus = {
  _id: string;
  _type: "menus";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  main?: Array<{
    label?: string;
    place?: "home" | "about-us" | "about-product" | "team" | "supporters" | "events" | "community" | "freemason" | "corporate" | "speaker" | "information-hub" | "prostate-cancer" | "mens-health" | "health-in-workplace" | "research-and-data" | "news" | "patient-journey" | "latest-news" | "newsletters" | "refund-policy" | "privacy-policy";
    link?: Link;
    sub?: Array<{
      _key: string;
    } & MenuEntry>;
    _type: "mainEntry";
    _key: string;
  }>;
  groups?: Array<{
    heading?: string;
    links?: Array<{
      _key: string;
    } & MenuEntry>;
    _type: "footerGroup";
    _key: string;
  }>;
  legal?: Array<{
    _key: string;
  } & MenuEntry>;
  social?: Array<{
    label?: string;
    url?: string;
    _type: "socialLink";
    _key: string;
  }>;
  marks?: Array<{
    label?: string;
    logo?: {
      asset?: SanityImageAssetReference;
      media?: unknown;
      hotspot?: SanityImageHotspot;
      crop?: SanityImageCrop;
      _type: "image";
    };
    url?: string;
    _type: "mark";
    _key: string;
  }>;
};

export type SiteSettings = {
  _id: string;
  _type: "siteSettings";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  charityName?: string;
  product?: string;
  tagline?: string;
  charityNumber?: string;
  homeTitle?: string;
  homeDescription?: string;
  poweredBy?: string;
  donateUrl?: string;
  supporterUrl?: string;
  bookingPhone?: string;
  helplineHours?: string;
  enquiriesPhone?: string;
  enquiriesHours?: string;
  medicalPhone?: string;
  medicalHours?: string;
  email?: string;
  supportEmail?: string;
  address?: Array<string>;
  newsletter?: {
    heading?: string;
    text?: string;
  };
  notice?: {
    title?: string;
    points?: Array<string>;
  };
  cancellationPolicy?: Array<string>;
  paymentCharge?: {
    percent?: number;
    pence?: number;
  };
  preparationAdvice?: Array<string>;
};

export type SanityImagePaletteSwatch = {
  _type: "sanity.imagePaletteSwatch";
  background?: string;
  foreground?: string;
  population?: number;
  title?: string;
};

export type SanityImagePalette = {
  _type: "sanity.imagePalette";
  darkMuted?: SanityImagePaletteSwatch;
  lightVibrant?: SanityImagePaletteSwatch;
  darkVibrant?: SanityImagePaletteSwatch;
  vibrant?: SanityImagePaletteSwatch;
  dominant?: SanityImagePaletteSwatch;
  lightMuted?: SanityImagePaletteSwatch;
  muted?: SanityImagePaletteSwatch;
};

export type SanityImageDimensions = {
  _type: "sanity.imageDimensions";
  height?: number;
  width?: number;
  aspectRatio?: number;
};

export type SanityImageMetadata = {
  _type: "sanity.imageMetadata";
  location?: Geopoint;
  dimensions?: SanityImageDimensions;
  palette?: SanityImagePalette;
  lqip?: string;
  blurHash?: string;
  thumbHash?: string;
  hasAlpha?: boolean;
  isOpaque?: boolean;
};

export type SanityFileAsset = {
  _id: string;
  _type: "sanity.fileAsset";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  originalFilename?: string;
  label?: string;
  title?: string;
  description?: string;
  altText?: string;
  sha1hash?: string;
  extension?: string;
  mimeType?: string;
  size?: number;
  assetId?: string;
  uploadId?: string;
  path?: string;
  url?: string;
  source?: SanityAssetSourceData;
};

export type SanityAssetSourceData = {
  _type: "sanity.assetSourceData";
  name?: string;
  id?: string;
  url?: string;
};

export type SanityImageAsset = {
  _id: string;
  _type: "sanity.imageAsset";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  originalFilename?: string;
  label?: string;
  title?: string;
  description?: string;
  altText?: string;
  sha1hash?: string;
  extension?: string;
  mimeType?: string;
  size?: number;
  assetId?: string;
  uploadId?: string;
  path?: string;
  url?: string;
  metadata?: SanityImageMetadata;
  source?: SanityAssetSourceData;
};

export type Geopoint = {
  _type: "geopoint";
  lat?: number;
  lng?: number;
  alt?: number;
};

export type AllSanitySchemaTypes = SettingValue | Table | ExpandableText | CallOut | RichText | SimpleText | PartnerReference | PartnerSection | FormSection | ListSection | VideoSection | GallerySection | QuoteSection | FactSection | TableSection | StepSection | QuestionSection | ActionSection | CardSection | PictureSection | TextSection | Card | SanityFileAssetReference | Video | CallToAction | Sharing | MenuEntry | HomePageReference | AboutPageReference | EventsPageReference | InformationHubPageReference | NewsPageReference | TestChoicePageReference | PageReference | NewsArticleReference | PatientStoryReference | InfoArticleReference | PolicyReference | Link | SanityImageAssetReference | Figure | Approval | Redirect | ResultText | Policy | Slug | YearStatistics | SupportOrganisation | ResearchItem | InfoArticle | Testimonial | TeamMember | PatientStory | Page | TestChoicePage | NewsPage | NewsArticle | ResearchItemReference | SupportOrganisationReference | InformationHubPage | EventsPage | TeamMemberReference | AboutPage | Partner | TestimonialReference | HomePage | SanityImageCrop | SanityImageHotspot | Banner | Menus | SiteSettings | SanityImagePaletteSwatch | SanityImagePalette | SanityImageDimensions | SanityImageMetadata | SanityFileAsset | SanityAssetSourceData | SanityImageAsset | Geopoint;

// Source: src/content/read/about.ts
// Variable: ABOUT_PAGE
// Query: *[_type == "aboutPage" && _id == "aboutPage"][0]{  title, description, _type, "sharing": sharing{title, description, hidden, "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height})},  "cards": cards[]{  heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}, previewLength,  "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}),  "button": button{label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  "executiveTeam": executiveTeam[]._ref,  "trustees": trustees[]._ref,  "patrons": patrons[]._ref,  "goldSponsor": goldSponsor._ref,  sponsorThanks,  "partners": partners[]._ref,  "getInvolved": getInvolved[]{  heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}, previewLength,  "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}),  "button": button{label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  "extraSections": extraSections[]{  _type, heading,  _type == "textSection" => {"body": body[]{  _key, _type,  _type == "block" => {style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "figure" => {  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height},  _type == "callOut" => {tone, heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "expandableText" => {heading, previewLength, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "callToAction" => {label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "video" => {title,  "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}, "captions": captions{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash},  "poster": poster{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, "transcript": transcript[]{"text": pt::text(@)}},  _type == "table" => {headerRows, rows}}},  _type == "cardSection" => {"cards": cards[]{  heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}, previewLength,  "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}),  "button": button{label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}}},  _type == "partnerSection" => {"partners": partners[]._ref},  _type == "actionSection" => {"body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}, "button": button{label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "quoteSection" => {quote, name, role, "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height})},  _type == "questionSection" => {"questions": questions[]{question, "answer": answer[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}}},  _type == "pictureSection" => {    "image": image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, side, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},    "button": button{label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}  },  _type == "gallerySection" => {"pictures": pictures[]{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}},  _type == "tableSection" => {caption, "body": body[]{  _key, _type,  _type == "block" => {style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "figure" => {  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height},  _type == "callOut" => {tone, heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "expandableText" => {heading, previewLength, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "callToAction" => {label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "video" => {title,  "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}, "captions": captions{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash},  "poster": poster{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, "transcript": transcript[]{"text": pt::text(@)}},  _type == "table" => {headerRows, rows}}},  _type == "stepSection" => {"steps": steps[]{heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}}},  _type == "factSection" => {"facts": facts[]{figure, text}, source},  _type == "listSection" => {listed, count},  _type == "formSection" => {form},  _type == "videoSection" => {"video": video{title,  "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}, "captions": captions{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash},  "poster": poster{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, "transcript": transcript[]{"text": pt::text(@)}}}}}
export type ABOUT_PAGE_RESULT = {
  title: string | null;
  description: string | null;
  _type: "aboutPage";
  sharing: {
    title: string | null;
    description: string | null;
    hidden: boolean | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
  } | null;
  cards: Array<{
    heading: string | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    }> | null;
    previewLength: number | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
    button: {
      label: string | null;
      link: {
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      } | null;
    } | null;
  }> | null;
  executiveTeam: Array<string> | null;
  trustees: Array<string> | null;
  patrons: Array<string> | null;
  goldSponsor: string | null;
  sponsorThanks: Array<string> | null;
  partners: Array<string> | null;
  getInvolved: Array<{
    heading: string | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    }> | null;
    previewLength: number | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
    button: {
      label: string | null;
      link: {
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      } | null;
    } | null;
  }> | null;
  extraSections: Array<{
    _type: "actionSection";
    heading: string | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    }> | null;
    button: {
      label: string | null;
      link: {
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      } | null;
    } | null;
  } | {
    _type: "cardSection";
    heading: string | null;
    cards: Array<{
      heading: string | null;
      body: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
      previewLength: number | null;
      image: {
        alt: string | null;
        caption: string | null;
        textVersion: string | null;
        crop: SanityImageCrop | null;
        hotspot: SanityImageHotspot | null;
        src: string | null;
        assetId: string | null;
        width: number | null;
        height: number | null;
      } | null;
      button: {
        label: string | null;
        link: {
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        } | null;
      } | null;
    }> | null;
  } | {
    _type: "factSection";
    heading: string | null;
    facts: Array<{
      figure: string | null;
      text: string | null;
    }> | null;
    source: string | null;
  } | {
    _type: "formSection";
    heading: string | null;
    form: "contact" | "newsletter" | null;
  } | {
    _type: "gallerySection";
    heading: string | null;
    pictures: Array<{
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    }> | null;
  } | {
    _type: "listSection";
    heading: string | null;
    listed: "events" | "news" | "stories" | null;
    count: number | null;
  } | {
    _type: "partnerSection";
    heading: string | null;
    partners: Array<string> | null;
  } | {
    _type: "pictureSection";
    heading: string | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
    side: "left" | "right" | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    }> | null;
    button: {
      label: string | null;
      link: {
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      } | null;
    } | null;
  } | {
    _type: "questionSection";
    heading: string | null;
    questions: Array<{
      question: string | null;
      answer: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
    }> | null;
  } | {
    _type: "quoteSection";
    heading: string | null;
    quote: string | null;
    name: string | null;
    role: string | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
  } | {
    _type: "stepSection";
    heading: string | null;
    steps: Array<{
      heading: string | null;
      body: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
    }> | null;
  } | {
    _type: "tableSection";
    heading: string | null;
    caption: string | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    } | {
      _key: string;
      _type: "table";
      headerRows: number | null;
      rows: Array<{
        cells?: Array<{
          value?: Array<{
            children?: Array<{
              _key: string;
            } & SettingValue | {
              marks?: Array<string>;
              text?: string;
              _type: "span";
              _key: string;
            }>;
            style?: "normal";
            listItem?: "bullet" | "number";
            markDefs?: Array<{
              _key: string;
            } & Link>;
            level?: number;
            _type: "block";
            _key: string;
          }>;
          _type: "cell";
          _key: string;
        }>;
        _type: "row";
        _key: string;
      }> | null;
    }> | null;
  } | {
    _type: "textSection";
    heading: string | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "h2" | "h3" | "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    } | {
      _key: string;
      _type: "callOut";
      tone: "amber" | "green" | "information" | "red" | "warning" | null;
      heading: string | null;
      body: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
    } | {
      _key: string;
      _type: "callToAction";
      label: string | null;
      link: {
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      } | null;
    } | {
      _key: string;
      _type: "expandableText";
      heading: string | null;
      previewLength: number | null;
      body: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
    } | {
      _key: string;
      _type: "figure";
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | {
      _key: string;
      _type: "table";
      headerRows: number | null;
      rows: Array<{
        cells?: Array<{
          value?: Array<{
            children?: Array<{
              _key: string;
            } & SettingValue | {
              marks?: Array<string>;
              text?: string;
              _type: "span";
              _key: string;
            }>;
            style?: "normal";
            listItem?: "bullet" | "number";
            markDefs?: Array<{
              _key: string;
            } & Link>;
            level?: number;
            _type: "block";
            _key: string;
          }>;
          _type: "cell";
          _key: string;
        }>;
        _type: "row";
        _key: string;
      }> | null;
    } | {
      _key: string;
      _type: "video";
      title: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
      captions: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
      poster: {
        alt: string | null;
        caption: string | null;
        textVersion: string | null;
        crop: SanityImageCrop | null;
        hotspot: SanityImageHotspot | null;
        src: string | null;
        assetId: string | null;
        width: number | null;
        height: number | null;
      } | null;
      transcript: Array<{
        text: string;
      }> | null;
    }> | null;
  } | {
    _type: "videoSection";
    heading: string | null;
    video: {
      title: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
      captions: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
      poster: {
        alt: string | null;
        caption: string | null;
        textVersion: string | null;
        crop: SanityImageCrop | null;
        hotspot: SanityImageHotspot | null;
        src: string | null;
        assetId: string | null;
        width: number | null;
        height: number | null;
      } | null;
      transcript: Array<{
        text: string;
      }> | null;
    } | null;
  }> | null;
} | null;

// Source: src/content/read/about.ts
// Variable: TEAM
// Query: *[_type == "teamMember"]{  _id, name, title, group, order,  "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height})}
export type TEAM_RESULT = Array<{
  _id: string;
  name: string | null;
  title: string | null;
  group: "executive" | "patron" | "trustee" | null;
  order: number | null;
  image: {
    alt: string | null;
    caption: string | null;
    textVersion: string | null;
    crop: SanityImageCrop | null;
    hotspot: SanityImageHotspot | null;
    src: string | null;
    assetId: string | null;
    width: number | null;
    height: number | null;
  } | null;
}>;

// Source: src/content/read/banners.ts
// Variable: BANNERS
// Query: *[_type == "banner"] | order(coalesce(publishAt, _updatedAt) desc, _id asc){  _id, title, unpublishAt, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}}
export type BANNERS_RESULT = Array<{
  _id: string;
  title: string | null;
  unpublishAt: string | null;
  body: Array<{
    _key: string;
    _type: "block";
    style: "normal" | null;
    listItem: "bullet" | "number" | null;
    level: number | null;
    children: Array<{
      _key: string;
    } & SettingValue | {
      marks?: Array<string>;
      text?: string;
      _type: "span";
      _key: string;
    }> | null;
    markDefs: Array<{
      _key: string;
      _type: "link";
      kind: "email" | "external" | "file" | "page" | "telephone" | null;
      page: string | null;
      path: string | null;
      url: string | null;
      email: string | null;
      phone: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
    }> | null;
  }> | null;
}>;

// Source: src/content/read/events-page.ts
// Variable: EVENTS_PAGE
// Query: *[_type == "eventsPage" && _id == "eventsPage"][0]{  title, description, _type, "sharing": sharing{title, description, hidden, "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height})},  "sections": sections[]{    audience, heading, text, contactEmail,    "image": image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, "learnMore": learnMore{label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}  },  "extraSections": extraSections[]{  _type, heading,  _type == "textSection" => {"body": body[]{  _key, _type,  _type == "block" => {style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "figure" => {  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height},  _type == "callOut" => {tone, heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "expandableText" => {heading, previewLength, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "callToAction" => {label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "video" => {title,  "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}, "captions": captions{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash},  "poster": poster{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, "transcript": transcript[]{"text": pt::text(@)}},  _type == "table" => {headerRows, rows}}},  _type == "cardSection" => {"cards": cards[]{  heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}, previewLength,  "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}),  "button": button{label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}}},  _type == "partnerSection" => {"partners": partners[]._ref},  _type == "actionSection" => {"body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}, "button": button{label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "quoteSection" => {quote, name, role, "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height})},  _type == "questionSection" => {"questions": questions[]{question, "answer": answer[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}}},  _type == "pictureSection" => {    "image": image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, side, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},    "button": button{label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}  },  _type == "gallerySection" => {"pictures": pictures[]{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}},  _type == "tableSection" => {caption, "body": body[]{  _key, _type,  _type == "block" => {style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "figure" => {  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height},  _type == "callOut" => {tone, heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "expandableText" => {heading, previewLength, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "callToAction" => {label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "video" => {title,  "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}, "captions": captions{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash},  "poster": poster{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, "transcript": transcript[]{"text": pt::text(@)}},  _type == "table" => {headerRows, rows}}},  _type == "stepSection" => {"steps": steps[]{heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}}},  _type == "factSection" => {"facts": facts[]{figure, text}, source},  _type == "listSection" => {listed, count},  _type == "formSection" => {form},  _type == "videoSection" => {"video": video{title,  "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}, "captions": captions{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash},  "poster": poster{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, "transcript": transcript[]{"text": pt::text(@)}}}}}
export type EVENTS_PAGE_RESULT = {
  title: string | null;
  description: string | null;
  _type: "eventsPage";
  sharing: {
    title: string | null;
    description: string | null;
    hidden: boolean | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
  } | null;
  sections: Array<{
    audience: "community" | "corporate" | "freemason" | "speaker" | null;
    heading: string | null;
    text: Array<string> | null;
    contactEmail: string | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
    learnMore: {
      label: string | null;
      link: {
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      } | null;
    } | null;
  }> | null;
  extraSections: Array<{
    _type: "actionSection";
    heading: string | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    }> | null;
    button: {
      label: string | null;
      link: {
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      } | null;
    } | null;
  } | {
    _type: "cardSection";
    heading: string | null;
    cards: Array<{
      heading: string | null;
      body: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
      previewLength: number | null;
      image: {
        alt: string | null;
        caption: string | null;
        textVersion: string | null;
        crop: SanityImageCrop | null;
        hotspot: SanityImageHotspot | null;
        src: string | null;
        assetId: string | null;
        width: number | null;
        height: number | null;
      } | null;
      button: {
        label: string | null;
        link: {
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        } | null;
      } | null;
    }> | null;
  } | {
    _type: "factSection";
    heading: string | null;
    facts: Array<{
      figure: string | null;
      text: string | null;
    }> | null;
    source: string | null;
  } | {
    _type: "formSection";
    heading: string | null;
    form: "contact" | "newsletter" | null;
  } | {
    _type: "gallerySection";
    heading: string | null;
    pictures: Array<{
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    }> | null;
  } | {
    _type: "listSection";
    heading: string | null;
    listed: "events" | "news" | "stories" | null;
    count: number | null;
  } | {
    _type: "partnerSection";
    heading: string | null;
    partners: Array<string> | null;
  } | {
    _type: "pictureSection";
    heading: string | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
    side: "left" | "right" | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    }> | null;
    button: {
      label: string | null;
      link: {
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      } | null;
    } | null;
  } | {
    _type: "questionSection";
    heading: string | null;
    questions: Array<{
      question: string | null;
      answer: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
    }> | null;
  } | {
    _type: "quoteSection";
    heading: string | null;
    quote: string | null;
    name: string | null;
    role: string | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
  } | {
    _type: "stepSection";
    heading: string | null;
    steps: Array<{
      heading: string | null;
      body: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
    }> | null;
  } | {
    _type: "tableSection";
    heading: string | null;
    caption: string | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    } | {
      _key: string;
      _type: "table";
      headerRows: number | null;
      rows: Array<{
        cells?: Array<{
          value?: Array<{
            children?: Array<{
              _key: string;
            } & SettingValue | {
              marks?: Array<string>;
              text?: string;
              _type: "span";
              _key: string;
            }>;
            style?: "normal";
            listItem?: "bullet" | "number";
            markDefs?: Array<{
              _key: string;
            } & Link>;
            level?: number;
            _type: "block";
            _key: string;
          }>;
          _type: "cell";
          _key: string;
        }>;
        _type: "row";
        _key: string;
      }> | null;
    }> | null;
  } | {
    _type: "textSection";
    heading: string | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "h2" | "h3" | "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    } | {
      _key: string;
      _type: "callOut";
      tone: "amber" | "green" | "information" | "red" | "warning" | null;
      heading: string | null;
      body: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
    } | {
      _key: string;
      _type: "callToAction";
      label: string | null;
      link: {
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      } | null;
    } | {
      _key: string;
      _type: "expandableText";
      heading: string | null;
      previewLength: number | null;
      body: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
    } | {
      _key: string;
      _type: "figure";
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | {
      _key: string;
      _type: "table";
      headerRows: number | null;
      rows: Array<{
        cells?: Array<{
          value?: Array<{
            children?: Array<{
              _key: string;
            } & SettingValue | {
              marks?: Array<string>;
              text?: string;
              _type: "span";
              _key: string;
            }>;
            style?: "normal";
            listItem?: "bullet" | "number";
            markDefs?: Array<{
              _key: string;
            } & Link>;
            level?: number;
            _type: "block";
            _key: string;
          }>;
          _type: "cell";
          _key: string;
        }>;
        _type: "row";
        _key: string;
      }> | null;
    } | {
      _key: string;
      _type: "video";
      title: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
      captions: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
      poster: {
        alt: string | null;
        caption: string | null;
        textVersion: string | null;
        crop: SanityImageCrop | null;
        hotspot: SanityImageHotspot | null;
        src: string | null;
        assetId: string | null;
        width: number | null;
        height: number | null;
      } | null;
      transcript: Array<{
        text: string;
      }> | null;
    }> | null;
  } | {
    _type: "videoSection";
    heading: string | null;
    video: {
      title: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
      captions: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
      poster: {
        alt: string | null;
        caption: string | null;
        textVersion: string | null;
        crop: SanityImageCrop | null;
        hotspot: SanityImageHotspot | null;
        src: string | null;
        assetId: string | null;
        width: number | null;
        height: number | null;
      } | null;
      transcript: Array<{
        text: string;
      }> | null;
    } | null;
  }> | null;
} | null;

// Source: src/content/read/files.ts
// Variable: FILES
// Query: *[  _type in ["sanity.fileAsset", "sanity.imageAsset"]  && (_type == "sanity.fileAsset" || _id in *[_type == "menus"].marks[].logo.asset._ref)]{  "url": url, "name": originalFilename, "size": size, "hash": sha1hash}
export type FILES_RESULT = Array<{
  url: string | null;
  name: string | null;
  size: number | null;
  hash: string | null;
}>;

// Source: src/content/read/home.ts
// Variable: HOME_PAGE
// Query: *[_type == "homePage" && _id == "homePage"][0]{  _type, "sharing": sharing{title, description, hidden, "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height})}, heroTitle, heroSubtitle, audience, fact{figure, text}, screening{heading, text},  about{heading, text, "image": image{  alt,  "src": asset->url,  "width": asset->metadata.dimensions.width,  "height": asset->metadata.dimensions.height}},  donation{heading, text},  "testimonials": testimonials[]._ref,  "extraSections": extraSections[]{  _type, heading,  _type == "textSection" => {"body": body[]{  _key, _type,  _type == "block" => {style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "figure" => {  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height},  _type == "callOut" => {tone, heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "expandableText" => {heading, previewLength, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "callToAction" => {label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "video" => {title,  "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}, "captions": captions{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash},  "poster": poster{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, "transcript": transcript[]{"text": pt::text(@)}},  _type == "table" => {headerRows, rows}}},  _type == "cardSection" => {"cards": cards[]{  heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}, previewLength,  "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}),  "button": button{label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}}},  _type == "partnerSection" => {"partners": partners[]._ref},  _type == "actionSection" => {"body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}, "button": button{label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "quoteSection" => {quote, name, role, "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height})},  _type == "questionSection" => {"questions": questions[]{question, "answer": answer[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}}},  _type == "pictureSection" => {    "image": image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, side, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},    "button": button{label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}  },  _type == "gallerySection" => {"pictures": pictures[]{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}},  _type == "tableSection" => {caption, "body": body[]{  _key, _type,  _type == "block" => {style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "figure" => {  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height},  _type == "callOut" => {tone, heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "expandableText" => {heading, previewLength, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "callToAction" => {label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "video" => {title,  "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}, "captions": captions{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash},  "poster": poster{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, "transcript": transcript[]{"text": pt::text(@)}},  _type == "table" => {headerRows, rows}}},  _type == "stepSection" => {"steps": steps[]{heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}}},  _type == "factSection" => {"facts": facts[]{figure, text}, source},  _type == "listSection" => {listed, count},  _type == "formSection" => {form},  _type == "videoSection" => {"video": video{title,  "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}, "captions": captions{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash},  "poster": poster{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, "transcript": transcript[]{"text": pt::text(@)}}}}}
export type HOME_PAGE_RESULT = {
  _type: "homePage";
  sharing: {
    title: string | null;
    description: string | null;
    hidden: boolean | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
  } | null;
  heroTitle: string | null;
  heroSubtitle: string | null;
  audience: string | null;
  fact: {
    figure: string | null;
    text: string | null;
  } | null;
  screening: {
    heading: string | null;
    text: Array<string> | null;
  } | null;
  about: {
    heading: string | null;
    text: Array<string> | null;
    image: {
      alt: string | null;
      src: string | null;
      width: number | null;
      height: number | null;
    } | null;
  } | null;
  donation: {
    heading: string | null;
    text: string | null;
  } | null;
  testimonials: Array<string> | null;
  extraSections: Array<{
    _type: "actionSection";
    heading: string | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    }> | null;
    button: {
      label: string | null;
      link: {
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      } | null;
    } | null;
  } | {
    _type: "cardSection";
    heading: string | null;
    cards: Array<{
      heading: string | null;
      body: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
      previewLength: number | null;
      image: {
        alt: string | null;
        caption: string | null;
        textVersion: string | null;
        crop: SanityImageCrop | null;
        hotspot: SanityImageHotspot | null;
        src: string | null;
        assetId: string | null;
        width: number | null;
        height: number | null;
      } | null;
      button: {
        label: string | null;
        link: {
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        } | null;
      } | null;
    }> | null;
  } | {
    _type: "factSection";
    heading: string | null;
    facts: Array<{
      figure: string | null;
      text: string | null;
    }> | null;
    source: string | null;
  } | {
    _type: "formSection";
    heading: string | null;
    form: "contact" | "newsletter" | null;
  } | {
    _type: "gallerySection";
    heading: string | null;
    pictures: Array<{
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    }> | null;
  } | {
    _type: "listSection";
    heading: string | null;
    listed: "events" | "news" | "stories" | null;
    count: number | null;
  } | {
    _type: "partnerSection";
    heading: string | null;
    partners: Array<string> | null;
  } | {
    _type: "pictureSection";
    heading: string | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
    side: "left" | "right" | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    }> | null;
    button: {
      label: string | null;
      link: {
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      } | null;
    } | null;
  } | {
    _type: "questionSection";
    heading: string | null;
    questions: Array<{
      question: string | null;
      answer: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
    }> | null;
  } | {
    _type: "quoteSection";
    heading: string | null;
    quote: string | null;
    name: string | null;
    role: string | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
  } | {
    _type: "stepSection";
    heading: string | null;
    steps: Array<{
      heading: string | null;
      body: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
    }> | null;
  } | {
    _type: "tableSection";
    heading: string | null;
    caption: string | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    } | {
      _key: string;
      _type: "table";
      headerRows: number | null;
      rows: Array<{
        cells?: Array<{
          value?: Array<{
            children?: Array<{
              _key: string;
            } & SettingValue | {
              marks?: Array<string>;
              text?: string;
              _type: "span";
              _key: string;
            }>;
            style?: "normal";
            listItem?: "bullet" | "number";
            markDefs?: Array<{
              _key: string;
            } & Link>;
            level?: number;
            _type: "block";
            _key: string;
          }>;
          _type: "cell";
          _key: string;
        }>;
        _type: "row";
        _key: string;
      }> | null;
    }> | null;
  } | {
    _type: "textSection";
    heading: string | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "h2" | "h3" | "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    } | {
      _key: string;
      _type: "callOut";
      tone: "amber" | "green" | "information" | "red" | "warning" | null;
      heading: string | null;
      body: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
    } | {
      _key: string;
      _type: "callToAction";
      label: string | null;
      link: {
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      } | null;
    } | {
      _key: string;
      _type: "expandableText";
      heading: string | null;
      previewLength: number | null;
      body: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
    } | {
      _key: string;
      _type: "figure";
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | {
      _key: string;
      _type: "table";
      headerRows: number | null;
      rows: Array<{
        cells?: Array<{
          value?: Array<{
            children?: Array<{
              _key: string;
            } & SettingValue | {
              marks?: Array<string>;
              text?: string;
              _type: "span";
              _key: string;
            }>;
            style?: "normal";
            listItem?: "bullet" | "number";
            markDefs?: Array<{
              _key: string;
            } & Link>;
            level?: number;
            _type: "block";
            _key: string;
          }>;
          _type: "cell";
          _key: string;
        }>;
        _type: "row";
        _key: string;
      }> | null;
    } | {
      _key: string;
      _type: "video";
      title: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
      captions: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
      poster: {
        alt: string | null;
        caption: string | null;
        textVersion: string | null;
        crop: SanityImageCrop | null;
        hotspot: SanityImageHotspot | null;
        src: string | null;
        assetId: string | null;
        width: number | null;
        height: number | null;
      } | null;
      transcript: Array<{
        text: string;
      }> | null;
    }> | null;
  } | {
    _type: "videoSection";
    heading: string | null;
    video: {
      title: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
      captions: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
      poster: {
        alt: string | null;
        caption: string | null;
        textVersion: string | null;
        crop: SanityImageCrop | null;
        hotspot: SanityImageHotspot | null;
        src: string | null;
        assetId: string | null;
        width: number | null;
        height: number | null;
      } | null;
      transcript: Array<{
        text: string;
      }> | null;
    } | null;
  }> | null;
} | null;

// Source: src/content/read/info-articles.ts
// Variable: INFO_ARTICLES
// Query: *[_type == "infoArticle"] | order(_createdAt asc, _id asc){  _id, _rev, "slug": slug.current, title, description, order, _type, "sharing": sharing{title, description, hidden, "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height})},  "image": image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, "body": body[]{  _key, _type,  _type == "block" => {style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "figure" => {  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height},  _type == "callOut" => {tone, heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "expandableText" => {heading, previewLength, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "callToAction" => {label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "video" => {title,  "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}, "captions": captions{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash},  "poster": poster{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, "transcript": transcript[]{"text": pt::text(@)}},  _type == "table" => {headerRows, rows}},  "health": health{author, reviewer, reviewedOn, nextReviewOn, sources[]{title, url}}}
export type INFO_ARTICLES_RESULT = Array<{
  _id: string;
  _rev: string;
  slug: string | null;
  title: string | null;
  description: string | null;
  order: number | null;
  _type: "infoArticle";
  sharing: {
    title: string | null;
    description: string | null;
    hidden: boolean | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
  } | null;
  image: {
    alt: string | null;
    caption: string | null;
    textVersion: string | null;
    crop: SanityImageCrop | null;
    hotspot: SanityImageHotspot | null;
    src: string | null;
    assetId: string | null;
    width: number | null;
    height: number | null;
  } | null;
  body: Array<{
    _key: string;
    _type: "block";
    style: "h2" | "h3" | "normal" | null;
    listItem: "bullet" | "number" | null;
    level: number | null;
    children: Array<{
      _key: string;
    } & SettingValue | {
      marks?: Array<string>;
      text?: string;
      _type: "span";
      _key: string;
    }> | null;
    markDefs: Array<{
      _key: string;
      _type: "link";
      kind: "email" | "external" | "file" | "page" | "telephone" | null;
      page: string | null;
      path: string | null;
      url: string | null;
      email: string | null;
      phone: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
    }> | null;
  } | {
    _key: string;
    _type: "callOut";
    tone: "amber" | "green" | "information" | "red" | "warning" | null;
    heading: string | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    }> | null;
  } | {
    _key: string;
    _type: "callToAction";
    label: string | null;
    link: {
      kind: "email" | "external" | "file" | "page" | "telephone" | null;
      page: string | null;
      path: string | null;
      url: string | null;
      email: string | null;
      phone: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
    } | null;
  } | {
    _key: string;
    _type: "expandableText";
    heading: string | null;
    previewLength: number | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    }> | null;
  } | {
    _key: string;
    _type: "figure";
    alt: string | null;
    caption: string | null;
    textVersion: string | null;
    crop: SanityImageCrop | null;
    hotspot: SanityImageHotspot | null;
    src: string | null;
    assetId: string | null;
    width: number | null;
    height: number | null;
  } | {
    _key: string;
    _type: "table";
    headerRows: number | null;
    rows: Array<{
      cells?: Array<{
        value?: Array<{
          children?: Array<{
            _key: string;
          } & SettingValue | {
            marks?: Array<string>;
            text?: string;
            _type: "span";
            _key: string;
          }>;
          style?: "normal";
          listItem?: "bullet" | "number";
          markDefs?: Array<{
            _key: string;
          } & Link>;
          level?: number;
          _type: "block";
          _key: string;
        }>;
        _type: "cell";
        _key: string;
      }>;
      _type: "row";
      _key: string;
    }> | null;
  } | {
    _key: string;
    _type: "video";
    title: string | null;
    file: {
      url: string | null;
      name: string | null;
      size: number | null;
      hash: string | null;
    } | null;
    captions: {
      url: string | null;
      name: string | null;
      size: number | null;
      hash: string | null;
    } | null;
    poster: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
    transcript: Array<{
      text: string;
    }> | null;
  }> | null;
  health: {
    author: string | null;
    reviewer: string | null;
    reviewedOn: string | null;
    nextReviewOn: string | null;
    sources: Array<{
      title: string | null;
      url: string | null;
    }> | null;
  } | null;
}>;

// Source: src/content/read/information-hub.ts
// Variable: INFORMATION_HUB
// Query: *[_type == "informationHubPage" && _id == "informationHubPage"][0]{  title, description, elderlyLinkText, _type, "sharing": sharing{title, description, hidden, "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height})},  "articles": articles[]._ref, "research": research[]._ref, "resources": resources[]._ref,  "extraSections": extraSections[]{  _type, heading,  _type == "textSection" => {"body": body[]{  _key, _type,  _type == "block" => {style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "figure" => {  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height},  _type == "callOut" => {tone, heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "expandableText" => {heading, previewLength, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "callToAction" => {label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "video" => {title,  "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}, "captions": captions{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash},  "poster": poster{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, "transcript": transcript[]{"text": pt::text(@)}},  _type == "table" => {headerRows, rows}}},  _type == "cardSection" => {"cards": cards[]{  heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}, previewLength,  "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}),  "button": button{label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}}},  _type == "partnerSection" => {"partners": partners[]._ref},  _type == "actionSection" => {"body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}, "button": button{label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "quoteSection" => {quote, name, role, "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height})},  _type == "questionSection" => {"questions": questions[]{question, "answer": answer[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}}},  _type == "pictureSection" => {    "image": image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, side, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},    "button": button{label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}  },  _type == "gallerySection" => {"pictures": pictures[]{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}},  _type == "tableSection" => {caption, "body": body[]{  _key, _type,  _type == "block" => {style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "figure" => {  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height},  _type == "callOut" => {tone, heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "expandableText" => {heading, previewLength, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "callToAction" => {label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "video" => {title,  "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}, "captions": captions{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash},  "poster": poster{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, "transcript": transcript[]{"text": pt::text(@)}},  _type == "table" => {headerRows, rows}}},  _type == "stepSection" => {"steps": steps[]{heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}}},  _type == "factSection" => {"facts": facts[]{figure, text}, source},  _type == "listSection" => {listed, count},  _type == "formSection" => {form},  _type == "videoSection" => {"video": video{title,  "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}, "captions": captions{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash},  "poster": poster{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, "transcript": transcript[]{"text": pt::text(@)}}}}}
export type INFORMATION_HUB_RESULT = {
  title: string | null;
  description: string | null;
  elderlyLinkText: string | null;
  _type: "informationHubPage";
  sharing: {
    title: string | null;
    description: string | null;
    hidden: boolean | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
  } | null;
  articles: Array<string> | null;
  research: Array<string> | null;
  resources: Array<string> | null;
  extraSections: Array<{
    _type: "actionSection";
    heading: string | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    }> | null;
    button: {
      label: string | null;
      link: {
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      } | null;
    } | null;
  } | {
    _type: "cardSection";
    heading: string | null;
    cards: Array<{
      heading: string | null;
      body: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
      previewLength: number | null;
      image: {
        alt: string | null;
        caption: string | null;
        textVersion: string | null;
        crop: SanityImageCrop | null;
        hotspot: SanityImageHotspot | null;
        src: string | null;
        assetId: string | null;
        width: number | null;
        height: number | null;
      } | null;
      button: {
        label: string | null;
        link: {
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        } | null;
      } | null;
    }> | null;
  } | {
    _type: "factSection";
    heading: string | null;
    facts: Array<{
      figure: string | null;
      text: string | null;
    }> | null;
    source: string | null;
  } | {
    _type: "formSection";
    heading: string | null;
    form: "contact" | "newsletter" | null;
  } | {
    _type: "gallerySection";
    heading: string | null;
    pictures: Array<{
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    }> | null;
  } | {
    _type: "listSection";
    heading: string | null;
    listed: "events" | "news" | "stories" | null;
    count: number | null;
  } | {
    _type: "partnerSection";
    heading: string | null;
    partners: Array<string> | null;
  } | {
    _type: "pictureSection";
    heading: string | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
    side: "left" | "right" | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    }> | null;
    button: {
      label: string | null;
      link: {
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      } | null;
    } | null;
  } | {
    _type: "questionSection";
    heading: string | null;
    questions: Array<{
      question: string | null;
      answer: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
    }> | null;
  } | {
    _type: "quoteSection";
    heading: string | null;
    quote: string | null;
    name: string | null;
    role: string | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
  } | {
    _type: "stepSection";
    heading: string | null;
    steps: Array<{
      heading: string | null;
      body: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
    }> | null;
  } | {
    _type: "tableSection";
    heading: string | null;
    caption: string | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    } | {
      _key: string;
      _type: "table";
      headerRows: number | null;
      rows: Array<{
        cells?: Array<{
          value?: Array<{
            children?: Array<{
              _key: string;
            } & SettingValue | {
              marks?: Array<string>;
              text?: string;
              _type: "span";
              _key: string;
            }>;
            style?: "normal";
            listItem?: "bullet" | "number";
            markDefs?: Array<{
              _key: string;
            } & Link>;
            level?: number;
            _type: "block";
            _key: string;
          }>;
          _type: "cell";
          _key: string;
        }>;
        _type: "row";
        _key: string;
      }> | null;
    }> | null;
  } | {
    _type: "textSection";
    heading: string | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "h2" | "h3" | "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    } | {
      _key: string;
      _type: "callOut";
      tone: "amber" | "green" | "information" | "red" | "warning" | null;
      heading: string | null;
      body: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
    } | {
      _key: string;
      _type: "callToAction";
      label: string | null;
      link: {
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      } | null;
    } | {
      _key: string;
      _type: "expandableText";
      heading: string | null;
      previewLength: number | null;
      body: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
    } | {
      _key: string;
      _type: "figure";
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | {
      _key: string;
      _type: "table";
      headerRows: number | null;
      rows: Array<{
        cells?: Array<{
          value?: Array<{
            children?: Array<{
              _key: string;
            } & SettingValue | {
              marks?: Array<string>;
              text?: string;
              _type: "span";
              _key: string;
            }>;
            style?: "normal";
            listItem?: "bullet" | "number";
            markDefs?: Array<{
              _key: string;
            } & Link>;
            level?: number;
            _type: "block";
            _key: string;
          }>;
          _type: "cell";
          _key: string;
        }>;
        _type: "row";
        _key: string;
      }> | null;
    } | {
      _key: string;
      _type: "video";
      title: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
      captions: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
      poster: {
        alt: string | null;
        caption: string | null;
        textVersion: string | null;
        crop: SanityImageCrop | null;
        hotspot: SanityImageHotspot | null;
        src: string | null;
        assetId: string | null;
        width: number | null;
        height: number | null;
      } | null;
      transcript: Array<{
        text: string;
      }> | null;
    }> | null;
  } | {
    _type: "videoSection";
    heading: string | null;
    video: {
      title: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
      captions: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
      poster: {
        alt: string | null;
        caption: string | null;
        textVersion: string | null;
        crop: SanityImageCrop | null;
        hotspot: SanityImageHotspot | null;
        src: string | null;
        assetId: string | null;
        width: number | null;
        height: number | null;
      } | null;
      transcript: Array<{
        text: string;
      }> | null;
    } | null;
  }> | null;
} | null;

// Source: src/content/read/information-hub.ts
// Variable: RESEARCH
// Query: *[_type == "researchItem"]{  _id, title, description, order, "button": button{label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}}
export type RESEARCH_RESULT = Array<{
  _id: string;
  title: string | null;
  description: string | null;
  order: number | null;
  button: {
    label: string | null;
    link: {
      kind: "email" | "external" | "file" | "page" | "telephone" | null;
      page: string | null;
      path: string | null;
      url: string | null;
      email: string | null;
      phone: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
    } | null;
  } | null;
}>;

// Source: src/content/read/information-hub.ts
// Variable: RESOURCES
// Query: *[_type == "supportOrganisation"]{  _id, title, order, website, number, address, "icon": icon{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}}
export type RESOURCES_RESULT = Array<{
  _id: string;
  title: string | null;
  order: number | null;
  website: string | null;
  number: string | null;
  address: string | null;
  icon: {
    alt: string | null;
    caption: string | null;
    textVersion: string | null;
    crop: SanityImageCrop | null;
    hotspot: SanityImageHotspot | null;
    src: string | null;
    assetId: string | null;
    width: number | null;
    height: number | null;
  } | null;
}>;

// Source: src/content/read/menus.ts
// Variable: MENUS
// Query: *[_type == "menus" && _id == "menus"][0]{  _id,  "main": main[]{label, place, link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}, "sub": sub[]{label, place, link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  "groups": groups[]{heading, "links": links[]{label, place, link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  "legal": legal[]{label, place, link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  social[]{label, url},  "marks": marks[]{    label, url, "logo": logo{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash},    "width": logo.asset->metadata.dimensions.width, "height": logo.asset->metadata.dimensions.height  }}
export type MENUS_RESULT = {
  _id: "menus";
  main: Array<{
    label: string | null;
    place: "about-product" | "about-us" | "community" | "corporate" | "events" | "freemason" | "health-in-workplace" | "home" | "information-hub" | "latest-news" | "mens-health" | "news" | "newsletters" | "patient-journey" | "privacy-policy" | "prostate-cancer" | "refund-policy" | "research-and-data" | "speaker" | "supporters" | "team" | null;
    link: {
      kind: "email" | "external" | "file" | "page" | "telephone" | null;
      page: string | null;
      path: string | null;
      url: string | null;
      email: string | null;
      phone: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
    } | null;
    sub: Array<{
      label: string | null;
      place: "about-product" | "about-us" | "community" | "corporate" | "events" | "freemason" | "health-in-workplace" | "home" | "information-hub" | "latest-news" | "mens-health" | "news" | "newsletters" | "patient-journey" | "privacy-policy" | "prostate-cancer" | "refund-policy" | "research-and-data" | "speaker" | "supporters" | "team" | null;
      link: {
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      } | null;
    }> | null;
  }> | null;
  groups: Array<{
    heading: string | null;
    links: Array<{
      label: string | null;
      place: "about-product" | "about-us" | "community" | "corporate" | "events" | "freemason" | "health-in-workplace" | "home" | "information-hub" | "latest-news" | "mens-health" | "news" | "newsletters" | "patient-journey" | "privacy-policy" | "prostate-cancer" | "refund-policy" | "research-and-data" | "speaker" | "supporters" | "team" | null;
      link: {
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      } | null;
    }> | null;
  }> | null;
  legal: Array<{
    label: string | null;
    place: "about-product" | "about-us" | "community" | "corporate" | "events" | "freemason" | "health-in-workplace" | "home" | "information-hub" | "latest-news" | "mens-health" | "news" | "newsletters" | "patient-journey" | "privacy-policy" | "prostate-cancer" | "refund-policy" | "research-and-data" | "speaker" | "supporters" | "team" | null;
    link: {
      kind: "email" | "external" | "file" | "page" | "telephone" | null;
      page: string | null;
      path: string | null;
      url: string | null;
      email: string | null;
      phone: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
    } | null;
  }> | null;
  social: Array<{
    label: string | null;
    url: string | null;
  }> | null;
  marks: Array<{
    label: string | null;
    url: string | null;
    logo: {
      url: string | null;
      name: string | null;
      size: number | null;
      hash: string | null;
    } | null;
    width: number | null;
    height: number | null;
  }> | null;
} | null;

// Source: src/content/read/news.ts
// Variable: NEWS
// Query: *[_type == "newsArticle"] | order(_createdAt asc, _id asc){  _id, "slug": slug.current, title, publishedOn, description, _type, "sharing": sharing{title, description, hidden, "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height})},  "body": body[]{  _key, _type,  _type == "block" => {style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "figure" => {  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height},  _type == "callOut" => {tone, heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "expandableText" => {heading, previewLength, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "callToAction" => {label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "video" => {title,  "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}, "captions": captions{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash},  "poster": poster{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, "transcript": transcript[]{"text": pt::text(@)}},  _type == "table" => {headerRows, rows}},  "link": select(defined(link.kind) => link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}),  "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height})}
export type NEWS_RESULT = Array<{
  _id: string;
  slug: string | null;
  title: string | null;
  publishedOn: string | null;
  description: string | null;
  _type: "newsArticle";
  sharing: {
    title: string | null;
    description: string | null;
    hidden: boolean | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
  } | null;
  body: Array<{
    _key: string;
    _type: "block";
    style: "h2" | "h3" | "normal" | null;
    listItem: "bullet" | "number" | null;
    level: number | null;
    children: Array<{
      _key: string;
    } & SettingValue | {
      marks?: Array<string>;
      text?: string;
      _type: "span";
      _key: string;
    }> | null;
    markDefs: Array<{
      _key: string;
      _type: "link";
      kind: "email" | "external" | "file" | "page" | "telephone" | null;
      page: string | null;
      path: string | null;
      url: string | null;
      email: string | null;
      phone: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
    }> | null;
  } | {
    _key: string;
    _type: "callOut";
    tone: "amber" | "green" | "information" | "red" | "warning" | null;
    heading: string | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    }> | null;
  } | {
    _key: string;
    _type: "callToAction";
    label: string | null;
    link: {
      kind: "email" | "external" | "file" | "page" | "telephone" | null;
      page: string | null;
      path: string | null;
      url: string | null;
      email: string | null;
      phone: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
    } | null;
  } | {
    _key: string;
    _type: "expandableText";
    heading: string | null;
    previewLength: number | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    }> | null;
  } | {
    _key: string;
    _type: "figure";
    alt: string | null;
    caption: string | null;
    textVersion: string | null;
    crop: SanityImageCrop | null;
    hotspot: SanityImageHotspot | null;
    src: string | null;
    assetId: string | null;
    width: number | null;
    height: number | null;
  } | {
    _key: string;
    _type: "table";
    headerRows: number | null;
    rows: Array<{
      cells?: Array<{
        value?: Array<{
          children?: Array<{
            _key: string;
          } & SettingValue | {
            marks?: Array<string>;
            text?: string;
            _type: "span";
            _key: string;
          }>;
          style?: "normal";
          listItem?: "bullet" | "number";
          markDefs?: Array<{
            _key: string;
          } & Link>;
          level?: number;
          _type: "block";
          _key: string;
        }>;
        _type: "cell";
        _key: string;
      }>;
      _type: "row";
      _key: string;
    }> | null;
  } | {
    _key: string;
    _type: "video";
    title: string | null;
    file: {
      url: string | null;
      name: string | null;
      size: number | null;
      hash: string | null;
    } | null;
    captions: {
      url: string | null;
      name: string | null;
      size: number | null;
      hash: string | null;
    } | null;
    poster: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
    transcript: Array<{
      text: string;
    }> | null;
  }> | null;
  link: {
    kind: "email" | "external" | "file" | "page" | "telephone" | null;
    page: string | null;
    path: string | null;
    url: string | null;
    email: string | null;
    phone: string | null;
    file: {
      url: string | null;
      name: string | null;
      size: number | null;
      hash: string | null;
    } | null;
  } | null;
  image: {
    alt: string | null;
    caption: string | null;
    textVersion: string | null;
    crop: SanityImageCrop | null;
    hotspot: SanityImageHotspot | null;
    src: string | null;
    assetId: string | null;
    width: number | null;
    height: number | null;
  } | null;
}>;

// Source: src/content/read/news.ts
// Variable: NEWS_PAGE
// Query: *[_type == "newsPage" && _id == "newsPage"][0]{  title, description, bannerText, _type, "sharing": sharing{title, description, hidden, "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height})}, "stories": stories[]._ref, "pinnedEntry": pinnedEntry._ref}
export type NEWS_PAGE_RESULT = {
  title: string | null;
  description: string | null;
  bannerText: string | null;
  _type: "newsPage";
  sharing: {
    title: string | null;
    description: string | null;
    hidden: boolean | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
  } | null;
  stories: Array<string> | null;
  pinnedEntry: string | null;
} | null;

// Source: src/content/read/pages.ts
// Variable: PAGES
// Query: *[_type == "page"] | order(_createdAt asc, _id asc){  _id, _rev, path, language, "original": original._ref, title, description, _type, "sharing": sharing{title, description, hidden, "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height})}, "introduction": introduction[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  fact{figure, text},  "sections": sections[]{  _type, heading,  _type == "textSection" => {"body": body[]{  _key, _type,  _type == "block" => {style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "figure" => {  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height},  _type == "callOut" => {tone, heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "expandableText" => {heading, previewLength, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "callToAction" => {label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "video" => {title,  "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}, "captions": captions{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash},  "poster": poster{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, "transcript": transcript[]{"text": pt::text(@)}},  _type == "table" => {headerRows, rows}}},  _type == "cardSection" => {"cards": cards[]{  heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}, previewLength,  "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}),  "button": button{label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}}},  _type == "partnerSection" => {"partners": partners[]._ref},  _type == "actionSection" => {"body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}, "button": button{label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "quoteSection" => {quote, name, role, "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height})},  _type == "questionSection" => {"questions": questions[]{question, "answer": answer[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}}},  _type == "pictureSection" => {    "image": image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, side, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},    "button": button{label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}  },  _type == "gallerySection" => {"pictures": pictures[]{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}},  _type == "tableSection" => {caption, "body": body[]{  _key, _type,  _type == "block" => {style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "figure" => {  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height},  _type == "callOut" => {tone, heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "expandableText" => {heading, previewLength, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "callToAction" => {label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "video" => {title,  "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}, "captions": captions{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash},  "poster": poster{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, "transcript": transcript[]{"text": pt::text(@)}},  _type == "table" => {headerRows, rows}}},  _type == "stepSection" => {"steps": steps[]{heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}}},  _type == "factSection" => {"facts": facts[]{figure, text}, source},  _type == "listSection" => {listed, count},  _type == "formSection" => {form},  _type == "videoSection" => {"video": video{title,  "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}, "captions": captions{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash},  "poster": poster{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, "transcript": transcript[]{"text": pt::text(@)}}}},  contact{text, email, phones},  isHealthText, "health": health{author, reviewer, reviewedOn, nextReviewOn, sources[]{title, url}}}
export type PAGES_RESULT = Array<{
  _id: string;
  _rev: string;
  path: string | null;
  language: "ar" | "bn" | "cy" | "fr" | "gu" | "pa" | "pl" | "pt" | "so" | "ur" | null;
  original: string | null;
  title: string | null;
  description: string | null;
  _type: "page";
  sharing: {
    title: string | null;
    description: string | null;
    hidden: boolean | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
  } | null;
  introduction: Array<{
    _key: string;
    _type: "block";
    style: "normal" | null;
    listItem: "bullet" | "number" | null;
    level: number | null;
    children: Array<{
      _key: string;
    } & SettingValue | {
      marks?: Array<string>;
      text?: string;
      _type: "span";
      _key: string;
    }> | null;
    markDefs: Array<{
      _key: string;
      _type: "link";
      kind: "email" | "external" | "file" | "page" | "telephone" | null;
      page: string | null;
      path: string | null;
      url: string | null;
      email: string | null;
      phone: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
    }> | null;
  }> | null;
  fact: {
    figure: string | null;
    text: string | null;
  } | null;
  sections: Array<{
    _type: "actionSection";
    heading: string | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    }> | null;
    button: {
      label: string | null;
      link: {
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      } | null;
    } | null;
  } | {
    _type: "cardSection";
    heading: string | null;
    cards: Array<{
      heading: string | null;
      body: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
      previewLength: number | null;
      image: {
        alt: string | null;
        caption: string | null;
        textVersion: string | null;
        crop: SanityImageCrop | null;
        hotspot: SanityImageHotspot | null;
        src: string | null;
        assetId: string | null;
        width: number | null;
        height: number | null;
      } | null;
      button: {
        label: string | null;
        link: {
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        } | null;
      } | null;
    }> | null;
  } | {
    _type: "factSection";
    heading: string | null;
    facts: Array<{
      figure: string | null;
      text: string | null;
    }> | null;
    source: string | null;
  } | {
    _type: "formSection";
    heading: string | null;
    form: "contact" | "newsletter" | null;
  } | {
    _type: "gallerySection";
    heading: string | null;
    pictures: Array<{
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    }> | null;
  } | {
    _type: "listSection";
    heading: string | null;
    listed: "events" | "news" | "stories" | null;
    count: number | null;
  } | {
    _type: "partnerSection";
    heading: string | null;
    partners: Array<string> | null;
  } | {
    _type: "pictureSection";
    heading: string | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
    side: "left" | "right" | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    }> | null;
    button: {
      label: string | null;
      link: {
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      } | null;
    } | null;
  } | {
    _type: "questionSection";
    heading: string | null;
    questions: Array<{
      question: string | null;
      answer: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
    }> | null;
  } | {
    _type: "quoteSection";
    heading: string | null;
    quote: string | null;
    name: string | null;
    role: string | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
  } | {
    _type: "stepSection";
    heading: string | null;
    steps: Array<{
      heading: string | null;
      body: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
    }> | null;
  } | {
    _type: "tableSection";
    heading: string | null;
    caption: string | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    } | {
      _key: string;
      _type: "table";
      headerRows: number | null;
      rows: Array<{
        cells?: Array<{
          value?: Array<{
            children?: Array<{
              _key: string;
            } & SettingValue | {
              marks?: Array<string>;
              text?: string;
              _type: "span";
              _key: string;
            }>;
            style?: "normal";
            listItem?: "bullet" | "number";
            markDefs?: Array<{
              _key: string;
            } & Link>;
            level?: number;
            _type: "block";
            _key: string;
          }>;
          _type: "cell";
          _key: string;
        }>;
        _type: "row";
        _key: string;
      }> | null;
    }> | null;
  } | {
    _type: "textSection";
    heading: string | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "h2" | "h3" | "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    } | {
      _key: string;
      _type: "callOut";
      tone: "amber" | "green" | "information" | "red" | "warning" | null;
      heading: string | null;
      body: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
    } | {
      _key: string;
      _type: "callToAction";
      label: string | null;
      link: {
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      } | null;
    } | {
      _key: string;
      _type: "expandableText";
      heading: string | null;
      previewLength: number | null;
      body: Array<{
        _key: string;
        _type: "block";
        style: "normal" | null;
        listItem: "bullet" | "number" | null;
        level: number | null;
        children: Array<{
          _key: string;
        } & SettingValue | {
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }> | null;
        markDefs: Array<{
          _key: string;
          _type: "link";
          kind: "email" | "external" | "file" | "page" | "telephone" | null;
          page: string | null;
          path: string | null;
          url: string | null;
          email: string | null;
          phone: string | null;
          file: {
            url: string | null;
            name: string | null;
            size: number | null;
            hash: string | null;
          } | null;
        }> | null;
      }> | null;
    } | {
      _key: string;
      _type: "figure";
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | {
      _key: string;
      _type: "table";
      headerRows: number | null;
      rows: Array<{
        cells?: Array<{
          value?: Array<{
            children?: Array<{
              _key: string;
            } & SettingValue | {
              marks?: Array<string>;
              text?: string;
              _type: "span";
              _key: string;
            }>;
            style?: "normal";
            listItem?: "bullet" | "number";
            markDefs?: Array<{
              _key: string;
            } & Link>;
            level?: number;
            _type: "block";
            _key: string;
          }>;
          _type: "cell";
          _key: string;
        }>;
        _type: "row";
        _key: string;
      }> | null;
    } | {
      _key: string;
      _type: "video";
      title: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
      captions: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
      poster: {
        alt: string | null;
        caption: string | null;
        textVersion: string | null;
        crop: SanityImageCrop | null;
        hotspot: SanityImageHotspot | null;
        src: string | null;
        assetId: string | null;
        width: number | null;
        height: number | null;
      } | null;
      transcript: Array<{
        text: string;
      }> | null;
    }> | null;
  } | {
    _type: "videoSection";
    heading: string | null;
    video: {
      title: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
      captions: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
      poster: {
        alt: string | null;
        caption: string | null;
        textVersion: string | null;
        crop: SanityImageCrop | null;
        hotspot: SanityImageHotspot | null;
        src: string | null;
        assetId: string | null;
        width: number | null;
        height: number | null;
      } | null;
      transcript: Array<{
        text: string;
      }> | null;
    } | null;
  }> | null;
  contact: {
    text: string | null;
    email: string | null;
    phones: Array<string> | null;
  } | null;
  isHealthText: boolean | null;
  health: {
    author: string | null;
    reviewer: string | null;
    reviewedOn: string | null;
    nextReviewOn: string | null;
    sources: Array<{
      title: string | null;
      url: string | null;
    }> | null;
  } | null;
}>;

// Source: src/content/read/partners.ts
// Variable: PARTNERS
// Query: *[_type == "partner"]{  _id, name, kind, order, website, "logo": logo{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}}
export type PARTNERS_RESULT = Array<{
  _id: string;
  name: string | null;
  kind: "sponsor" | "supporter" | null;
  order: number | null;
  website: string | null;
  logo: {
    alt: string | null;
    caption: string | null;
    textVersion: string | null;
    crop: SanityImageCrop | null;
    hotspot: SanityImageHotspot | null;
    src: string | null;
    assetId: string | null;
    width: number | null;
    height: number | null;
  } | null;
}>;

// Source: src/content/read/policies.ts
// Variable: POLICIES
// Query: *[_type == "policy"] | order(_createdAt asc, _id asc){  _id, "slug": slug.current, title, description, lastUpdated, _type, "sharing": sharing{title, description, hidden, "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height})},  "summary": summary[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}, "body": body[]{  _key, _type,  _type == "block" => {style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "figure" => {  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height},  _type == "callOut" => {tone, heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "expandableText" => {heading, previewLength, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "callToAction" => {label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "video" => {title,  "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}, "captions": captions{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash},  "poster": poster{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, "transcript": transcript[]{"text": pt::text(@)}},  _type == "table" => {headerRows, rows}}}
export type POLICIES_RESULT = Array<{
  _id: string;
  slug: string | null;
  title: string | null;
  description: string | null;
  lastUpdated: string | null;
  _type: "policy";
  sharing: {
    title: string | null;
    description: string | null;
    hidden: boolean | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
  } | null;
  summary: Array<{
    _key: string;
    _type: "block";
    style: "normal" | null;
    listItem: "bullet" | "number" | null;
    level: number | null;
    children: Array<{
      _key: string;
    } & SettingValue | {
      marks?: Array<string>;
      text?: string;
      _type: "span";
      _key: string;
    }> | null;
    markDefs: Array<{
      _key: string;
      _type: "link";
      kind: "email" | "external" | "file" | "page" | "telephone" | null;
      page: string | null;
      path: string | null;
      url: string | null;
      email: string | null;
      phone: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
    }> | null;
  }> | null;
  body: Array<{
    _key: string;
    _type: "block";
    style: "h2" | "h3" | "normal" | null;
    listItem: "bullet" | "number" | null;
    level: number | null;
    children: Array<{
      _key: string;
    } & SettingValue | {
      marks?: Array<string>;
      text?: string;
      _type: "span";
      _key: string;
    }> | null;
    markDefs: Array<{
      _key: string;
      _type: "link";
      kind: "email" | "external" | "file" | "page" | "telephone" | null;
      page: string | null;
      path: string | null;
      url: string | null;
      email: string | null;
      phone: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
    }> | null;
  } | {
    _key: string;
    _type: "callOut";
    tone: "amber" | "green" | "information" | "red" | "warning" | null;
    heading: string | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    }> | null;
  } | {
    _key: string;
    _type: "callToAction";
    label: string | null;
    link: {
      kind: "email" | "external" | "file" | "page" | "telephone" | null;
      page: string | null;
      path: string | null;
      url: string | null;
      email: string | null;
      phone: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
    } | null;
  } | {
    _key: string;
    _type: "expandableText";
    heading: string | null;
    previewLength: number | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    }> | null;
  } | {
    _key: string;
    _type: "figure";
    alt: string | null;
    caption: string | null;
    textVersion: string | null;
    crop: SanityImageCrop | null;
    hotspot: SanityImageHotspot | null;
    src: string | null;
    assetId: string | null;
    width: number | null;
    height: number | null;
  } | {
    _key: string;
    _type: "table";
    headerRows: number | null;
    rows: Array<{
      cells?: Array<{
        value?: Array<{
          children?: Array<{
            _key: string;
          } & SettingValue | {
            marks?: Array<string>;
            text?: string;
            _type: "span";
            _key: string;
          }>;
          style?: "normal";
          listItem?: "bullet" | "number";
          markDefs?: Array<{
            _key: string;
          } & Link>;
          level?: number;
          _type: "block";
          _key: string;
        }>;
        _type: "cell";
        _key: string;
      }>;
      _type: "row";
      _key: string;
    }> | null;
  } | {
    _key: string;
    _type: "video";
    title: string | null;
    file: {
      url: string | null;
      name: string | null;
      size: number | null;
      hash: string | null;
    } | null;
    captions: {
      url: string | null;
      name: string | null;
      size: number | null;
      hash: string | null;
    } | null;
    poster: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
    transcript: Array<{
      text: string;
    }> | null;
  }> | null;
}>;

// Source: src/content/read/result-texts.ts
// Variable: RESULT_TEXTS
// Query: *[_type == "resultText"]{  _id, sentence,  "meaning": meaning[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  "nextStep": nextStep[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  chance{withoutCancer, withCancer, source, approvedBy, approvedOn}}
export type RESULT_TEXTS_RESULT = Array<{
  _id: string;
  sentence: string | null;
  meaning: Array<{
    _key: string;
    _type: "block";
    style: "normal" | null;
    listItem: "bullet" | "number" | null;
    level: number | null;
    children: Array<{
      _key: string;
    } & SettingValue | {
      marks?: Array<string>;
      text?: string;
      _type: "span";
      _key: string;
    }> | null;
    markDefs: Array<{
      _key: string;
      _type: "link";
      kind: "email" | "external" | "file" | "page" | "telephone" | null;
      page: string | null;
      path: string | null;
      url: string | null;
      email: string | null;
      phone: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
    }> | null;
  }> | null;
  nextStep: Array<{
    _key: string;
    _type: "block";
    style: "normal" | null;
    listItem: "bullet" | "number" | null;
    level: number | null;
    children: Array<{
      _key: string;
    } & SettingValue | {
      marks?: Array<string>;
      text?: string;
      _type: "span";
      _key: string;
    }> | null;
    markDefs: Array<{
      _key: string;
      _type: "link";
      kind: "email" | "external" | "file" | "page" | "telephone" | null;
      page: string | null;
      path: string | null;
      url: string | null;
      email: string | null;
      phone: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
    }> | null;
  }> | null;
  chance: {
    withoutCancer: string | null;
    withCancer: string | null;
    source: string | null;
    approvedBy: string | null;
    approvedOn: string | null;
  } | null;
}>;

// Source: src/content/read/site-settings.ts
// Variable: SITE_SETTINGS
// Query: *[_type == "siteSettings" && _id == "siteSettings"][0]{  charityName, product, tagline, bookingPhone, helplineHours, enquiriesPhone, enquiriesHours, medicalPhone, medicalHours, email, supportEmail,  address, charityNumber, donateUrl, supporterUrl, poweredBy, newsletter{heading, text},  notice{title, points}, cancellationPolicy, homeTitle, homeDescription}
export type SITE_SETTINGS_RESULT = {
  charityName: string | null;
  product: string | null;
  tagline: string | null;
  bookingPhone: string | null;
  helplineHours: string | null;
  enquiriesPhone: string | null;
  enquiriesHours: string | null;
  medicalPhone: string | null;
  medicalHours: string | null;
  email: string | null;
  supportEmail: string | null;
  address: Array<string> | null;
  charityNumber: string | null;
  donateUrl: string | null;
  supporterUrl: string | null;
  poweredBy: string | null;
  newsletter: {
    heading: string | null;
    text: string | null;
  } | null;
  notice: {
    title: string | null;
    points: Array<string> | null;
  } | null;
  cancellationPolicy: Array<string> | null;
  homeTitle: string | null;
  homeDescription: string | null;
} | null;

// Source: src/content/read/statistics.ts
// Variable: STATISTICS
// Query: *[_type == "yearStatistics"] | order(year desc, _createdAt asc, _id asc){  _id, year, tests, abnormal, cancers, radicalTreatment, activeSurveillance,  highRiskNormal, lowRisk, elderlyLowPsa, note}
export type STATISTICS_RESULT = Array<{
  _id: string;
  year: number | null;
  tests: number | null;
  abnormal: {
    count?: number;
    percent?: number;
  } | null;
  cancers: {
    count?: number;
    percent?: number;
  } | null;
  radicalTreatment: number | null;
  activeSurveillance: number | null;
  highRiskNormal: {
    count?: number;
    percent?: number;
  } | null;
  lowRisk: {
    count?: number;
    percent?: number;
  } | null;
  elderlyLowPsa: {
    count?: number;
    percent?: number;
  } | null;
  note: string | null;
}>;

// Source: src/content/read/stories.ts
// Variable: STORIES
// Query: *[_type == "patientStory"] | order(_createdAt asc, _id asc){  _id, "slug": slug.current, title, name, order, description, _type, "sharing": sharing{title, description, hidden, "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height})},  "image": image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, "article": article[]{  _key, _type,  _type == "block" => {style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "figure" => {  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height},  _type == "callOut" => {tone, heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "expandableText" => {heading, previewLength, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "callToAction" => {label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "video" => {title,  "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}, "captions": captions{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash},  "poster": poster{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, "transcript": transcript[]{"text": pt::text(@)}},  _type == "table" => {headerRows, rows}}}
export type STORIES_RESULT = Array<{
  _id: string;
  slug: string | null;
  title: string | null;
  name: string | null;
  order: number | null;
  description: string | null;
  _type: "patientStory";
  sharing: {
    title: string | null;
    description: string | null;
    hidden: boolean | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
  } | null;
  image: {
    alt: string | null;
    caption: string | null;
    textVersion: string | null;
    crop: SanityImageCrop | null;
    hotspot: SanityImageHotspot | null;
    src: string | null;
    assetId: string | null;
    width: number | null;
    height: number | null;
  } | null;
  article: Array<{
    _key: string;
    _type: "block";
    style: "h2" | "h3" | "normal" | null;
    listItem: "bullet" | "number" | null;
    level: number | null;
    children: Array<{
      _key: string;
    } & SettingValue | {
      marks?: Array<string>;
      text?: string;
      _type: "span";
      _key: string;
    }> | null;
    markDefs: Array<{
      _key: string;
      _type: "link";
      kind: "email" | "external" | "file" | "page" | "telephone" | null;
      page: string | null;
      path: string | null;
      url: string | null;
      email: string | null;
      phone: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
    }> | null;
  } | {
    _key: string;
    _type: "callOut";
    tone: "amber" | "green" | "information" | "red" | "warning" | null;
    heading: string | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    }> | null;
  } | {
    _key: string;
    _type: "callToAction";
    label: string | null;
    link: {
      kind: "email" | "external" | "file" | "page" | "telephone" | null;
      page: string | null;
      path: string | null;
      url: string | null;
      email: string | null;
      phone: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
    } | null;
  } | {
    _key: string;
    _type: "expandableText";
    heading: string | null;
    previewLength: number | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    }> | null;
  } | {
    _key: string;
    _type: "figure";
    alt: string | null;
    caption: string | null;
    textVersion: string | null;
    crop: SanityImageCrop | null;
    hotspot: SanityImageHotspot | null;
    src: string | null;
    assetId: string | null;
    width: number | null;
    height: number | null;
  } | {
    _key: string;
    _type: "table";
    headerRows: number | null;
    rows: Array<{
      cells?: Array<{
        value?: Array<{
          children?: Array<{
            _key: string;
          } & SettingValue | {
            marks?: Array<string>;
            text?: string;
            _type: "span";
            _key: string;
          }>;
          style?: "normal";
          listItem?: "bullet" | "number";
          markDefs?: Array<{
            _key: string;
          } & Link>;
          level?: number;
          _type: "block";
          _key: string;
        }>;
        _type: "cell";
        _key: string;
      }>;
      _type: "row";
      _key: string;
    }> | null;
  } | {
    _key: string;
    _type: "video";
    title: string | null;
    file: {
      url: string | null;
      name: string | null;
      size: number | null;
      hash: string | null;
    } | null;
    captions: {
      url: string | null;
      name: string | null;
      size: number | null;
      hash: string | null;
    } | null;
    poster: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
    transcript: Array<{
      text: string;
    }> | null;
  }> | null;
}>;

// Source: src/content/read/taken-addresses.ts
// Variable: OWN_ADDRESSES
// Query: *[_type in ["page", "policy"]]{  _id, _type, path, "slug": slug.current}
export type OWN_ADDRESSES_RESULT = Array<{
  _id: string;
  _type: "page";
  path: string | null;
  slug: null;
} | {
  _id: string;
  _type: "policy";
  path: null;
  slug: string | null;
}>;

// Source: src/content/read/test-choice.ts
// Variable: TEST_CHOICE
// Query: *[_type == "testChoicePage" && _id == "testChoicePage"][0]{  _id, _rev, title, description, people, _type, "sharing": sharing{title, description, hidden, "image": select(defined(image.asset) => image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height})},  "introduction": introduction[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  outcomes[]{outcome, kind, without, with, note},  "body": body[]{  _key, _type,  _type == "block" => {style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "figure" => {  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height},  _type == "callOut" => {tone, heading, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "expandableText" => {heading, previewLength, "body": body[]{_key, _type, style, listItem, level, children, "markDefs": markDefs[]{_key, _type, kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}}},  _type == "callToAction" => {label, "link": link{kind, "page": page._ref, path, url, email, phone, "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}}},  _type == "video" => {title,  "file": file{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash}, "captions": captions{  "url": asset->url, "name": asset->originalFilename, "size": asset->size,  "hash": asset->sha1hash},  "poster": poster{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}, "transcript": transcript[]{"text": pt::text(@)}},  _type == "table" => {headerRows, rows}},  "health": health{author, reviewer, reviewedOn, nextReviewOn, sources[]{title, url}}}
export type TEST_CHOICE_RESULT = {
  _id: "testChoicePage";
  _rev: string;
  title: string | null;
  description: string | null;
  people: string | null;
  _type: "testChoicePage";
  sharing: {
    title: string | null;
    description: string | null;
    hidden: boolean | null;
    image: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
  } | null;
  introduction: Array<{
    _key: string;
    _type: "block";
    style: "normal" | null;
    listItem: "bullet" | "number" | null;
    level: number | null;
    children: Array<{
      _key: string;
    } & SettingValue | {
      marks?: Array<string>;
      text?: string;
      _type: "span";
      _key: string;
    }> | null;
    markDefs: Array<{
      _key: string;
      _type: "link";
      kind: "email" | "external" | "file" | "page" | "telephone" | null;
      page: string | null;
      path: string | null;
      url: string | null;
      email: string | null;
      phone: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
    }> | null;
  }> | null;
  outcomes: Array<{
    outcome: string | null;
    kind: "benefit" | "harm" | null;
    without: number | null;
    with: number | null;
    note: string | null;
  }> | null;
  body: Array<{
    _key: string;
    _type: "block";
    style: "h2" | "h3" | "normal" | null;
    listItem: "bullet" | "number" | null;
    level: number | null;
    children: Array<{
      _key: string;
    } & SettingValue | {
      marks?: Array<string>;
      text?: string;
      _type: "span";
      _key: string;
    }> | null;
    markDefs: Array<{
      _key: string;
      _type: "link";
      kind: "email" | "external" | "file" | "page" | "telephone" | null;
      page: string | null;
      path: string | null;
      url: string | null;
      email: string | null;
      phone: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
    }> | null;
  } | {
    _key: string;
    _type: "callOut";
    tone: "amber" | "green" | "information" | "red" | "warning" | null;
    heading: string | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    }> | null;
  } | {
    _key: string;
    _type: "callToAction";
    label: string | null;
    link: {
      kind: "email" | "external" | "file" | "page" | "telephone" | null;
      page: string | null;
      path: string | null;
      url: string | null;
      email: string | null;
      phone: string | null;
      file: {
        url: string | null;
        name: string | null;
        size: number | null;
        hash: string | null;
      } | null;
    } | null;
  } | {
    _key: string;
    _type: "expandableText";
    heading: string | null;
    previewLength: number | null;
    body: Array<{
      _key: string;
      _type: "block";
      style: "normal" | null;
      listItem: "bullet" | "number" | null;
      level: number | null;
      children: Array<{
        _key: string;
      } & SettingValue | {
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }> | null;
      markDefs: Array<{
        _key: string;
        _type: "link";
        kind: "email" | "external" | "file" | "page" | "telephone" | null;
        page: string | null;
        path: string | null;
        url: string | null;
        email: string | null;
        phone: string | null;
        file: {
          url: string | null;
          name: string | null;
          size: number | null;
          hash: string | null;
        } | null;
      }> | null;
    }> | null;
  } | {
    _key: string;
    _type: "figure";
    alt: string | null;
    caption: string | null;
    textVersion: string | null;
    crop: SanityImageCrop | null;
    hotspot: SanityImageHotspot | null;
    src: string | null;
    assetId: string | null;
    width: number | null;
    height: number | null;
  } | {
    _key: string;
    _type: "table";
    headerRows: number | null;
    rows: Array<{
      cells?: Array<{
        value?: Array<{
          children?: Array<{
            _key: string;
          } & SettingValue | {
            marks?: Array<string>;
            text?: string;
            _type: "span";
            _key: string;
          }>;
          style?: "normal";
          listItem?: "bullet" | "number";
          markDefs?: Array<{
            _key: string;
          } & Link>;
          level?: number;
          _type: "block";
          _key: string;
        }>;
        _type: "cell";
        _key: string;
      }>;
      _type: "row";
      _key: string;
    }> | null;
  } | {
    _key: string;
    _type: "video";
    title: string | null;
    file: {
      url: string | null;
      name: string | null;
      size: number | null;
      hash: string | null;
    } | null;
    captions: {
      url: string | null;
      name: string | null;
      size: number | null;
      hash: string | null;
    } | null;
    poster: {
      alt: string | null;
      caption: string | null;
      textVersion: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      src: string | null;
      assetId: string | null;
      width: number | null;
      height: number | null;
    } | null;
    transcript: Array<{
      text: string;
    }> | null;
  }> | null;
  health: {
    author: string | null;
    reviewer: string | null;
    reviewedOn: string | null;
    nextReviewOn: string | null;
    sources: Array<{
      title: string | null;
      url: string | null;
    }> | null;
  } | null;
} | null;

// Source: src/content/read/testimonials.ts
// Variable: TESTIMONIALS
// Query: *[_type == "testimonial"]{  _id, content, name, order, role, stars, "image": image{  alt, caption, textVersion, crop, hotspot,  "src": asset->url, "assetId": asset->_id,  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height}}
export type TESTIMONIALS_RESULT = Array<{
  _id: string;
  content: string | null;
  name: string | null;
  order: number | null;
  role: string | null;
  stars: number | null;
  image: {
    alt: string | null;
    caption: string | null;
    textVersion: string | null;
    crop: SanityImageCrop | null;
    hotspot: SanityImageHotspot | null;
    src: string | null;
    assetId: string | null;
    width: number | null;
    height: number | null;
  } | null;
}>;

// Query TypeMap
declare global {
  interface SanityQueries {
    "*[_type == \"aboutPage\" && _id == \"aboutPage\"][0]{\n  title, description, _type, \"sharing\": sharing{title, description, hidden, \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height})},\n  \"cards\": cards[]{\n  heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}, previewLength,\n  \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}),\n  \"button\": button{label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}\n},\n  \"executiveTeam\": executiveTeam[]._ref,\n  \"trustees\": trustees[]._ref,\n  \"patrons\": patrons[]._ref,\n  \"goldSponsor\": goldSponsor._ref,\n  sponsorThanks,\n  \"partners\": partners[]._ref,\n  \"getInvolved\": getInvolved[]{\n  heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}, previewLength,\n  \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}),\n  \"button\": button{label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}\n},\n  \"extraSections\": extraSections[]{\n  _type, heading,\n  _type == \"textSection\" => {\"body\": body[]{\n  _key, _type,\n  _type == \"block\" => {style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"figure\" => {\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height},\n  _type == \"callOut\" => {tone, heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"expandableText\" => {heading, previewLength, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"callToAction\" => {label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"video\" => {title,\n  \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}, \"captions\": captions{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n},\n  \"poster\": poster{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, \"transcript\": transcript[]{\"text\": pt::text(@)}},\n  _type == \"table\" => {headerRows, rows}\n}},\n  _type == \"cardSection\" => {\"cards\": cards[]{\n  heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}, previewLength,\n  \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}),\n  \"button\": button{label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}\n}},\n  _type == \"partnerSection\" => {\"partners\": partners[]._ref},\n  _type == \"actionSection\" => {\"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}, \"button\": button{label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"quoteSection\" => {quote, name, role, \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height})},\n  _type == \"questionSection\" => {\"questions\": questions[]{question, \"answer\": answer[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}}},\n  _type == \"pictureSection\" => {\n    \"image\": image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, side, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n    \"button\": button{label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}\n  },\n  _type == \"gallerySection\" => {\"pictures\": pictures[]{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}},\n  _type == \"tableSection\" => {caption, \"body\": body[]{\n  _key, _type,\n  _type == \"block\" => {style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"figure\" => {\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height},\n  _type == \"callOut\" => {tone, heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"expandableText\" => {heading, previewLength, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"callToAction\" => {label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"video\" => {title,\n  \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}, \"captions\": captions{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n},\n  \"poster\": poster{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, \"transcript\": transcript[]{\"text\": pt::text(@)}},\n  _type == \"table\" => {headerRows, rows}\n}},\n  _type == \"stepSection\" => {\"steps\": steps[]{heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}}},\n  _type == \"factSection\" => {\"facts\": facts[]{figure, text}, source},\n  _type == \"listSection\" => {listed, count},\n  _type == \"formSection\" => {form},\n  _type == \"videoSection\" => {\"video\": video{title,\n  \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}, \"captions\": captions{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n},\n  \"poster\": poster{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, \"transcript\": transcript[]{\"text\": pt::text(@)}}}\n}\n}": ABOUT_PAGE_RESULT;
    "*[_type == \"teamMember\"]{\n  _id, name, title, group, order,\n  \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height})\n}": TEAM_RESULT;
    "*[_type == \"banner\"] | order(coalesce(publishAt, _updatedAt) desc, _id asc){\n  _id, title, unpublishAt, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}\n}": BANNERS_RESULT;
    "*[_type == \"eventsPage\" && _id == \"eventsPage\"][0]{\n  title, description, _type, \"sharing\": sharing{title, description, hidden, \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height})},\n  \"sections\": sections[]{\n    audience, heading, text, contactEmail,\n    \"image\": image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, \"learnMore\": learnMore{label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}\n  },\n  \"extraSections\": extraSections[]{\n  _type, heading,\n  _type == \"textSection\" => {\"body\": body[]{\n  _key, _type,\n  _type == \"block\" => {style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"figure\" => {\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height},\n  _type == \"callOut\" => {tone, heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"expandableText\" => {heading, previewLength, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"callToAction\" => {label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"video\" => {title,\n  \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}, \"captions\": captions{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n},\n  \"poster\": poster{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, \"transcript\": transcript[]{\"text\": pt::text(@)}},\n  _type == \"table\" => {headerRows, rows}\n}},\n  _type == \"cardSection\" => {\"cards\": cards[]{\n  heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}, previewLength,\n  \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}),\n  \"button\": button{label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}\n}},\n  _type == \"partnerSection\" => {\"partners\": partners[]._ref},\n  _type == \"actionSection\" => {\"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}, \"button\": button{label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"quoteSection\" => {quote, name, role, \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height})},\n  _type == \"questionSection\" => {\"questions\": questions[]{question, \"answer\": answer[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}}},\n  _type == \"pictureSection\" => {\n    \"image\": image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, side, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n    \"button\": button{label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}\n  },\n  _type == \"gallerySection\" => {\"pictures\": pictures[]{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}},\n  _type == \"tableSection\" => {caption, \"body\": body[]{\n  _key, _type,\n  _type == \"block\" => {style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"figure\" => {\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height},\n  _type == \"callOut\" => {tone, heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"expandableText\" => {heading, previewLength, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"callToAction\" => {label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"video\" => {title,\n  \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}, \"captions\": captions{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n},\n  \"poster\": poster{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, \"transcript\": transcript[]{\"text\": pt::text(@)}},\n  _type == \"table\" => {headerRows, rows}\n}},\n  _type == \"stepSection\" => {\"steps\": steps[]{heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}}},\n  _type == \"factSection\" => {\"facts\": facts[]{figure, text}, source},\n  _type == \"listSection\" => {listed, count},\n  _type == \"formSection\" => {form},\n  _type == \"videoSection\" => {\"video\": video{title,\n  \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}, \"captions\": captions{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n},\n  \"poster\": poster{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, \"transcript\": transcript[]{\"text\": pt::text(@)}}}\n}\n}": EVENTS_PAGE_RESULT;
    "*[\n  _type in [\"sanity.fileAsset\", \"sanity.imageAsset\"]\n  && (_type == \"sanity.fileAsset\" || _id in *[_type == \"menus\"].marks[].logo.asset._ref)\n]{\n  \"url\": url, \"name\": originalFilename, \"size\": size, \"hash\": sha1hash\n}": FILES_RESULT;
    "*[_type == \"homePage\" && _id == \"homePage\"][0]{\n  _type, \"sharing\": sharing{title, description, hidden, \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height})}, heroTitle, heroSubtitle, audience, fact{figure, text}, screening{heading, text},\n  about{heading, text, \"image\": image{\n  alt,\n  \"src\": asset->url,\n  \"width\": asset->metadata.dimensions.width,\n  \"height\": asset->metadata.dimensions.height\n}},\n  donation{heading, text},\n  \"testimonials\": testimonials[]._ref,\n  \"extraSections\": extraSections[]{\n  _type, heading,\n  _type == \"textSection\" => {\"body\": body[]{\n  _key, _type,\n  _type == \"block\" => {style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"figure\" => {\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height},\n  _type == \"callOut\" => {tone, heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"expandableText\" => {heading, previewLength, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"callToAction\" => {label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"video\" => {title,\n  \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}, \"captions\": captions{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n},\n  \"poster\": poster{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, \"transcript\": transcript[]{\"text\": pt::text(@)}},\n  _type == \"table\" => {headerRows, rows}\n}},\n  _type == \"cardSection\" => {\"cards\": cards[]{\n  heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}, previewLength,\n  \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}),\n  \"button\": button{label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}\n}},\n  _type == \"partnerSection\" => {\"partners\": partners[]._ref},\n  _type == \"actionSection\" => {\"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}, \"button\": button{label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"quoteSection\" => {quote, name, role, \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height})},\n  _type == \"questionSection\" => {\"questions\": questions[]{question, \"answer\": answer[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}}},\n  _type == \"pictureSection\" => {\n    \"image\": image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, side, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n    \"button\": button{label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}\n  },\n  _type == \"gallerySection\" => {\"pictures\": pictures[]{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}},\n  _type == \"tableSection\" => {caption, \"body\": body[]{\n  _key, _type,\n  _type == \"block\" => {style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"figure\" => {\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height},\n  _type == \"callOut\" => {tone, heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"expandableText\" => {heading, previewLength, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"callToAction\" => {label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"video\" => {title,\n  \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}, \"captions\": captions{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n},\n  \"poster\": poster{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, \"transcript\": transcript[]{\"text\": pt::text(@)}},\n  _type == \"table\" => {headerRows, rows}\n}},\n  _type == \"stepSection\" => {\"steps\": steps[]{heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}}},\n  _type == \"factSection\" => {\"facts\": facts[]{figure, text}, source},\n  _type == \"listSection\" => {listed, count},\n  _type == \"formSection\" => {form},\n  _type == \"videoSection\" => {\"video\": video{title,\n  \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}, \"captions\": captions{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n},\n  \"poster\": poster{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, \"transcript\": transcript[]{\"text\": pt::text(@)}}}\n}\n}": HOME_PAGE_RESULT;
    "*[_type == \"infoArticle\"] | order(_createdAt asc, _id asc){\n  _id, _rev, \"slug\": slug.current, title, description, order, _type, \"sharing\": sharing{title, description, hidden, \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height})},\n  \"image\": image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, \"body\": body[]{\n  _key, _type,\n  _type == \"block\" => {style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"figure\" => {\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height},\n  _type == \"callOut\" => {tone, heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"expandableText\" => {heading, previewLength, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"callToAction\" => {label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"video\" => {title,\n  \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}, \"captions\": captions{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n},\n  \"poster\": poster{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, \"transcript\": transcript[]{\"text\": pt::text(@)}},\n  _type == \"table\" => {headerRows, rows}\n},\n  \"health\": health{author, reviewer, reviewedOn, nextReviewOn, sources[]{title, url}}\n}": INFO_ARTICLES_RESULT;
    "*[_type == \"informationHubPage\" && _id == \"informationHubPage\"][0]{\n  title, description, elderlyLinkText, _type, \"sharing\": sharing{title, description, hidden, \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height})},\n  \"articles\": articles[]._ref, \"research\": research[]._ref, \"resources\": resources[]._ref,\n  \"extraSections\": extraSections[]{\n  _type, heading,\n  _type == \"textSection\" => {\"body\": body[]{\n  _key, _type,\n  _type == \"block\" => {style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"figure\" => {\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height},\n  _type == \"callOut\" => {tone, heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"expandableText\" => {heading, previewLength, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"callToAction\" => {label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"video\" => {title,\n  \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}, \"captions\": captions{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n},\n  \"poster\": poster{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, \"transcript\": transcript[]{\"text\": pt::text(@)}},\n  _type == \"table\" => {headerRows, rows}\n}},\n  _type == \"cardSection\" => {\"cards\": cards[]{\n  heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}, previewLength,\n  \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}),\n  \"button\": button{label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}\n}},\n  _type == \"partnerSection\" => {\"partners\": partners[]._ref},\n  _type == \"actionSection\" => {\"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}, \"button\": button{label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"quoteSection\" => {quote, name, role, \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height})},\n  _type == \"questionSection\" => {\"questions\": questions[]{question, \"answer\": answer[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}}},\n  _type == \"pictureSection\" => {\n    \"image\": image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, side, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n    \"button\": button{label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}\n  },\n  _type == \"gallerySection\" => {\"pictures\": pictures[]{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}},\n  _type == \"tableSection\" => {caption, \"body\": body[]{\n  _key, _type,\n  _type == \"block\" => {style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"figure\" => {\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height},\n  _type == \"callOut\" => {tone, heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"expandableText\" => {heading, previewLength, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"callToAction\" => {label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"video\" => {title,\n  \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}, \"captions\": captions{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n},\n  \"poster\": poster{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, \"transcript\": transcript[]{\"text\": pt::text(@)}},\n  _type == \"table\" => {headerRows, rows}\n}},\n  _type == \"stepSection\" => {\"steps\": steps[]{heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}}},\n  _type == \"factSection\" => {\"facts\": facts[]{figure, text}, source},\n  _type == \"listSection\" => {listed, count},\n  _type == \"formSection\" => {form},\n  _type == \"videoSection\" => {\"video\": video{title,\n  \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}, \"captions\": captions{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n},\n  \"poster\": poster{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, \"transcript\": transcript[]{\"text\": pt::text(@)}}}\n}\n}": INFORMATION_HUB_RESULT;
    "*[_type == \"researchItem\"]{\n  _id, title, description, order, \"button\": button{label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}\n}": RESEARCH_RESULT;
    "*[_type == \"supportOrganisation\"]{\n  _id, title, order, website, number, address, \"icon\": icon{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}\n}": RESOURCES_RESULT;
    "*[_type == \"menus\" && _id == \"menus\"][0]{\n  _id,\n  \"main\": main[]{label, place, link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}, \"sub\": sub[]{label, place, link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  \"groups\": groups[]{heading, \"links\": links[]{label, place, link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  \"legal\": legal[]{label, place, link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  social[]{label, url},\n  \"marks\": marks[]{\n    label, url, \"logo\": logo{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n},\n    \"width\": logo.asset->metadata.dimensions.width, \"height\": logo.asset->metadata.dimensions.height\n  }\n}": MENUS_RESULT;
    "*[_type == \"newsArticle\"] | order(_createdAt asc, _id asc){\n  _id, \"slug\": slug.current, title, publishedOn, description, _type, \"sharing\": sharing{title, description, hidden, \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height})},\n  \"body\": body[]{\n  _key, _type,\n  _type == \"block\" => {style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"figure\" => {\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height},\n  _type == \"callOut\" => {tone, heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"expandableText\" => {heading, previewLength, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"callToAction\" => {label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"video\" => {title,\n  \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}, \"captions\": captions{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n},\n  \"poster\": poster{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, \"transcript\": transcript[]{\"text\": pt::text(@)}},\n  _type == \"table\" => {headerRows, rows}\n},\n  \"link\": select(defined(link.kind) => link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}),\n  \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height})\n}": NEWS_RESULT;
    "*[_type == \"newsPage\" && _id == \"newsPage\"][0]{\n  title, description, bannerText, _type, \"sharing\": sharing{title, description, hidden, \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height})}, \"stories\": stories[]._ref, \"pinnedEntry\": pinnedEntry._ref\n}": NEWS_PAGE_RESULT;
    "*[_type == \"page\"] | order(_createdAt asc, _id asc){\n  _id, _rev, path, language, \"original\": original._ref, title, description, _type, \"sharing\": sharing{title, description, hidden, \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height})}, \"introduction\": introduction[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  fact{figure, text},\n  \"sections\": sections[]{\n  _type, heading,\n  _type == \"textSection\" => {\"body\": body[]{\n  _key, _type,\n  _type == \"block\" => {style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"figure\" => {\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height},\n  _type == \"callOut\" => {tone, heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"expandableText\" => {heading, previewLength, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"callToAction\" => {label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"video\" => {title,\n  \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}, \"captions\": captions{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n},\n  \"poster\": poster{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, \"transcript\": transcript[]{\"text\": pt::text(@)}},\n  _type == \"table\" => {headerRows, rows}\n}},\n  _type == \"cardSection\" => {\"cards\": cards[]{\n  heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}, previewLength,\n  \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}),\n  \"button\": button{label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}\n}},\n  _type == \"partnerSection\" => {\"partners\": partners[]._ref},\n  _type == \"actionSection\" => {\"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}, \"button\": button{label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"quoteSection\" => {quote, name, role, \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height})},\n  _type == \"questionSection\" => {\"questions\": questions[]{question, \"answer\": answer[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}}},\n  _type == \"pictureSection\" => {\n    \"image\": image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, side, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n    \"button\": button{label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}\n  },\n  _type == \"gallerySection\" => {\"pictures\": pictures[]{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}},\n  _type == \"tableSection\" => {caption, \"body\": body[]{\n  _key, _type,\n  _type == \"block\" => {style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"figure\" => {\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height},\n  _type == \"callOut\" => {tone, heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"expandableText\" => {heading, previewLength, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"callToAction\" => {label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"video\" => {title,\n  \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}, \"captions\": captions{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n},\n  \"poster\": poster{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, \"transcript\": transcript[]{\"text\": pt::text(@)}},\n  _type == \"table\" => {headerRows, rows}\n}},\n  _type == \"stepSection\" => {\"steps\": steps[]{heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}}},\n  _type == \"factSection\" => {\"facts\": facts[]{figure, text}, source},\n  _type == \"listSection\" => {listed, count},\n  _type == \"formSection\" => {form},\n  _type == \"videoSection\" => {\"video\": video{title,\n  \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}, \"captions\": captions{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n},\n  \"poster\": poster{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, \"transcript\": transcript[]{\"text\": pt::text(@)}}}\n},\n  contact{text, email, phones},\n  isHealthText, \"health\": health{author, reviewer, reviewedOn, nextReviewOn, sources[]{title, url}}\n}": PAGES_RESULT;
    "*[_type == \"partner\"]{\n  _id, name, kind, order, website, \"logo\": logo{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}\n}": PARTNERS_RESULT;
    "*[_type == \"policy\"] | order(_createdAt asc, _id asc){\n  _id, \"slug\": slug.current, title, description, lastUpdated, _type, \"sharing\": sharing{title, description, hidden, \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height})},\n  \"summary\": summary[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}, \"body\": body[]{\n  _key, _type,\n  _type == \"block\" => {style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"figure\" => {\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height},\n  _type == \"callOut\" => {tone, heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"expandableText\" => {heading, previewLength, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"callToAction\" => {label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"video\" => {title,\n  \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}, \"captions\": captions{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n},\n  \"poster\": poster{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, \"transcript\": transcript[]{\"text\": pt::text(@)}},\n  _type == \"table\" => {headerRows, rows}\n}\n}": POLICIES_RESULT;
    "*[_type == \"resultText\"]{\n  _id, sentence,\n  \"meaning\": meaning[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  \"nextStep\": nextStep[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  chance{withoutCancer, withCancer, source, approvedBy, approvedOn}\n}": RESULT_TEXTS_RESULT;
    "*[_type == \"siteSettings\" && _id == \"siteSettings\"][0]{\n  charityName, product, tagline, bookingPhone, helplineHours, enquiriesPhone, enquiriesHours, medicalPhone, medicalHours, email, supportEmail,\n  address, charityNumber, donateUrl, supporterUrl, poweredBy, newsletter{heading, text},\n  notice{title, points}, cancellationPolicy, homeTitle, homeDescription\n}": SITE_SETTINGS_RESULT;
    "*[_type == \"yearStatistics\"] | order(year desc, _createdAt asc, _id asc){\n  _id, year, tests, abnormal, cancers, radicalTreatment, activeSurveillance,\n  highRiskNormal, lowRisk, elderlyLowPsa, note\n}": STATISTICS_RESULT;
    "*[_type == \"patientStory\"] | order(_createdAt asc, _id asc){\n  _id, \"slug\": slug.current, title, name, order, description, _type, \"sharing\": sharing{title, description, hidden, \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height})},\n  \"image\": image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, \"article\": article[]{\n  _key, _type,\n  _type == \"block\" => {style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"figure\" => {\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height},\n  _type == \"callOut\" => {tone, heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"expandableText\" => {heading, previewLength, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"callToAction\" => {label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"video\" => {title,\n  \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}, \"captions\": captions{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n},\n  \"poster\": poster{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, \"transcript\": transcript[]{\"text\": pt::text(@)}},\n  _type == \"table\" => {headerRows, rows}\n}\n}": STORIES_RESULT;
    "*[_type in [\"page\", \"policy\"]]{\n  _id, _type, path, \"slug\": slug.current\n}": OWN_ADDRESSES_RESULT;
    "*[_type == \"testChoicePage\" && _id == \"testChoicePage\"][0]{\n  _id, _rev, title, description, people, _type, \"sharing\": sharing{title, description, hidden, \"image\": select(defined(image.asset) => image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height})},\n  \"introduction\": introduction[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  outcomes[]{outcome, kind, without, with, note},\n  \"body\": body[]{\n  _key, _type,\n  _type == \"block\" => {style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"figure\" => {\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height},\n  _type == \"callOut\" => {tone, heading, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"expandableText\" => {heading, previewLength, \"body\": body[]{_key, _type, style, listItem, level, children, \"markDefs\": markDefs[]{_key, _type, kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}}},\n  _type == \"callToAction\" => {label, \"link\": link{kind, \"page\": page._ref, path, url, email, phone, \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}}},\n  _type == \"video\" => {title,\n  \"file\": file{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n}, \"captions\": captions{\n  \"url\": asset->url, \"name\": asset->originalFilename, \"size\": asset->size,\n  \"hash\": asset->sha1hash\n},\n  \"poster\": poster{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}, \"transcript\": transcript[]{\"text\": pt::text(@)}},\n  _type == \"table\" => {headerRows, rows}\n},\n  \"health\": health{author, reviewer, reviewedOn, nextReviewOn, sources[]{title, url}}\n}": TEST_CHOICE_RESULT;
    "*[_type == \"testimonial\"]{\n  _id, content, name, order, role, stars, \"image\": image{\n  alt, caption, textVersion, crop, hotspot,\n  \"src\": asset->url, \"assetId\": asset->_id,\n  \"width\": asset->metadata.dimensions.width, \"height\": asset->metadata.dimensions.height}\n}": TESTIMONIALS_RESULT;
  }
}
// Lets @sanity/client releases that predate the global registry read it too
declare module "@sanity/client" {
  interface SanityQueries extends globalThis.SanityQueries {}
}

